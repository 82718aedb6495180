// Lets the key / lead to the search of the list of runs, from anywhere on its page.

const TYPING = "input,textarea,select,canvas,[contenteditable=true],[role=textbox],[role=combobox]";

function field(name) {
  return document.querySelector(`input[aria-label="${name}"]`);
}

export default function ({ data, parentElement }) {
  const focus = () => field(data.field)?.focus();
  const onKey = (event) => {
    if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const [target] = event.composedPath();
    if (target instanceof Element && target.closest(TYPING)) return;
    if (document.querySelector("[role=dialog], dialog[open]")) return;
    event.preventDefault();
    focus();
  };
  document.addEventListener("keydown", onKey);
  if (data.now) focus();
  parentElement.querySelector("span").dataset.ready = "";
  return () => document.removeEventListener("keydown", onKey);
}
