Command exited with non-zero status 69
0.03 0.02 0.00
Command exited with non-zero status 69
0.03 0.02 0.00
Command exited with non-zero status 69
0.03 0.02 0.00
Command exited with non-zero status 69
0.03 0.01 0.01
Command exited with non-zero status 69
0.03 0.02 0.00
Command exited with non-zero status 69
0.03 0.02 0.00
Command exited with non-zero status 69
0.03 0.02 0.00
Command exited with non-zero status 69
0.03 0.02 0.00
Command exited with non-zero status 69
0.03 0.02 0.00
