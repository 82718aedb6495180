// What the keys do, and the buttons that do the same.

// By key: what it is called, what it does; `review` when only a review has it.
const DOES = {
  1: { name: "Supported: the context says so", review: true, does: (page) => give(page, "supported") },
  2: { name: "Contradicted: the context says otherwise", review: true, does: (page) => give(page, "contradicted") },
  3: { name: "Unsupported: the context does not say", review: true, does: (page) => give(page, "unsupported") },
  0: { name: "Withdraw your verdict", review: true, does: (page) => withdraw(page) },
  j: { name: "Next claim", does: (page) => page.step(1) },
  k: { name: "Previous claim", does: (page) => page.step(-1) },
  n: { name: "Next run of the list you came from", review: true, does: (page) => page.data.has_next && page.act("next_run") },
  p: { name: "Previous run", review: true, does: (page) => page.data.has_previous && page.act("previous_run") },
  f: { name: "Flag the run, or take the flag away", review: true, does: (page) => page.act("flag") },
  u: { name: "Undo what was done last to the run", review: true, does: (page) => page.act("undo") },
  "/": { name: "Search in Runs", review: true, does: (page) => page.act("search") },
  "?": { name: "Show these keys", does: (page) => page.help.showModal() },
};

function give(page, label) {
  if (page.current) page.verdict(page.current, label);
}

function withdraw(page) {
  if (page.current?.by) page.act("withdraw", page.current);
}

function toolsOf(data, press, add) {
  const tool = (words, key, disabled = false) =>
    button(words, { id: `tool-${key}`, key, disabled, does: () => press(key) });
  const none = data.claims.length === 0;
  const tools = [tool("Previous claim", "k", none), tool("Next claim", "j", none)];
  if (data.review)
    tools.push(
      tool("Previous run", "p", !data.has_previous),
      tool("Next run", "n", !data.has_next),
      tool(data.flagged ? "Unflag" : "Flag", "f"),
      tool("Undo", "u"),
      tool("Search", "/"),
      button("Add a claim", { id: "tool-add", does: () => add() }),
    );
  tools.push(tool("Keys", "?"));
  const name = data.review ? "Review" : "Claims";
  return make("div", { class: "al-tools al-row", role: "toolbar", "aria-label": name }, tools);
}

function helpOf(review) {
  const rows = [..."1230jknpfu/?"]
    .filter((key) => review || !DOES[key].review)
    .map((key) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, DOES[key].name)));
  const help = make("dialog", { class: "al-help", "aria-label": "Keys" }, make("h3", {}, "Keys"), make("dl", {}, rows));
  help.append(button("Close", { id: "help-close", does: () => help.close() }));
  return help;
}

const TYPING = "input,textarea,select,canvas,[contenteditable=''],[contenteditable=true],[role=textbox],[role=combobox]";

// The key that was pressed, or null when it is meant for something else on the page.
function keyOf(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const [target] = event.composedPath();
  if (target instanceof Element && target.closest(TYPING)) return null;
  if (document.querySelector("[role=dialog], dialog[open]")) return null;
  return Object.hasOwn(DOES, event.key) ? event.key : null;
}

// On a card the arrows do what j and k do.
function arrowOf(event) {
  const [target] = event.composedPath();
  const isOnCard = target instanceof Element && target.matches(".al-card");
  return (isOnCard && { ArrowDown: "j", ArrowUp: "k" }[event.key]) || null;
}
