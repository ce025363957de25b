extension HTMLPage {
    /// The page's script: it searches as ``SupplierQuery`` does, and keeps the words in the address, after `#q=`.
    ///
    /// Without it only the search is missing.
    static let script = #"""

        (() => {
          "use strict";
          const fields = { name: "fullname", fullname: "fullname", company: "company", email: "email",
            phone: "phone", id: "id" };
          const whole = { "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
            "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n", "ς": "σ", "’": "'", "‘": "'", "–": "-", "‐": "-", "‑": "-" };
          const marks = /[\u0300-\u036f\u0591-\u05bd\u05c1\u05c2\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f]/g;
          const fold = (text) => text.normalize("NFKD").replace(marks, "").toLowerCase().normalize("NFKD")
            .replace(marks, "").replace(/[ßæœøłđðþħŧıŋς’‘–‐‑]/g, (letter) => whole[letter]).replace(/\s+/g, " ");
          const byId = (id) => document.getElementById(id);
          const input = byId("query"), count = byId("count"), none = byId("none");
          const cards = Array.from(document.querySelectorAll(".card"), (element) => {
            const texts = {};
            for (const part of element.querySelectorAll("[data-field]")) {
              texts[part.dataset.field] = fold(part.textContent);
            }
            const id = element.querySelector("[data-field=id]")?.textContent;
            return { element, texts, id, all: Object.values(texts) };
          });
          const groups = Array.from(document.querySelectorAll("section"));
          const term = (word) => {
            const colon = word.indexOf(":");
            const name = word.slice(0, Math.max(colon, 0)).toLowerCase();
            const field = colon > 0 && colon + 1 < word.length && Object.hasOwn(fields, name) ? fields[name] : null;
            const wanted = field ? word.slice(colon + 1) : word;
            return { field, text: field === "id" ? wanted : fold(wanted) };
          };
          const matches = (card, { field, text }) =>
            field === "id" ? card.id === text : field ? (card.texts[field] ?? "").includes(text) : card.all.some((value) => value.includes(text));
          const search = () => {
            const terms = input.value.split(/\s+/).filter(Boolean).map(term);
            let shown = 0;
            for (const card of cards) {
              const isShown = terms.every((term) => matches(card, term));
              card.element.hidden = !isShown;
              if (isShown) shown += 1;
            }
            for (const group of groups) group.hidden = !group.querySelector(".card:not([hidden])");
            none.hidden = shown > 0 || cards.length === 0;
            const total = cards.length.toLocaleString("en") + (cards.length === 1 ? " supplier" : " suppliers");
            count.textContent = terms.length > 0 ? shown.toLocaleString("en") + " of " + total : total;
          };
          const words = () => new URLSearchParams(location.hash.slice(1)).get("q") ?? "";
          input.addEventListener("input", () => {
            search();
            const hash = input.value ? "#q=" + encodeURIComponent(input.value) : location.pathname + location.search;
            history.replaceState(null, "", hash);
          });
          byId("search").addEventListener("submit", (event) => event.preventDefault());
          addEventListener("hashchange", () => {
            if (!location.hash.startsWith("#q=")) return;
            input.value = words();
            search();
          });
          addEventListener("keydown", (event) => {
            if (event.key === "/" && document.activeElement !== input && !event.ctrlKey && !event.metaKey) {
              event.preventDefault();
              input.focus();
            } else if (event.key === "Escape" && input.value) {
              input.value = "";
              input.dispatchEvent(new Event("input"));
            }
          });
          byId("search").hidden = false;
          input.value = words();
          search();
        })();

        """#
}
