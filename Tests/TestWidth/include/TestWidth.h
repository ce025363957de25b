// Nothing is called: width.c runs by itself when the tests are loaded.
