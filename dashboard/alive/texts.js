// Draws the output and the context items, with a mark for every claim and its evidence.

function textsOf(data, places) {
  const output = textOf(data.output, "output", places, "");
  const items = data.contexts.map((parts, at) =>
    make("li", { value: at + 1 }, textOf(parts, "evidence", places, `${at}:`)),
  );
  return [
    pane("Output", "output", data.output.length ? output : quiet("The output is empty.")),
    pane(
      "Context",
      "context",
      items.length ? make("ol", { class: "al-items" }, items) : quiet("No context was given."),
    ),
  ];
}

function pane(title, name, body) {
  return make(
    "section",
    { class: `al-pane al-${name}`, "aria-label": title },
    make("h2", {}, title),
    make(
      "div",
      { class: "al-scroll", tabindex: 0, role: "group", "aria-label": title, "data-region": name },
      body,
    ),
  );
}

function quiet(sentence) {
  return make("em", { class: "hd-quiet" }, sentence);
}

function textOf(parts, kind, places, prefix) {
  const text = make("div", { class: "al-text", dir: "auto" });
  parts.forEach((part, at) => text.append(partOf(part, { kind, places, prefix, at })));
  return text;
}

// A folded part is drawn when it is opened: by hand, or because a claim in it is lit.
function partOf(part, where) {
  if (part.state === "left out") return make("p", { class: "al-cut" }, part.words);
  const { places, kind, prefix, at } = where;
  if (part.state === "open") return piecesOf(part, where);
  const fold = make("details", { class: "al-fold" }, make("summary", {}, part.words));
  const numbers = new Set(part.pieces.flatMap(({ bits }) => bits.flatMap((bit) => bit.c ?? [])));
  const draw = () => {
    if (fold.childElementCount === 1) fold.append(piecesOf(part, where));
    numbers.forEach((number) => places.folds.get(number)?.delete(fold));
  };
  fold.dataset.id = `fold-${kind}-${prefix}${at}`;
  fold.drawAndOpen = () => {
    draw();
    fold.open = true;
  };
  fold.addEventListener("toggle", () => fold.open && draw());
  for (const number of numbers) {
    if (!places.folds.has(number)) places.folds.set(number, new Set());
    places.folds.get(number).add(fold);
  }
  return fold;
}

function piecesOf(part, where) {
  const all = document.createDocumentFragment();
  for (const { kind, words, bits } of part.pieces) {
    if (kind === "prose") all.append(bitsOf(bits, where));
    else all.append(laidOut(kind, words, bitsOf(bits, where)));
  }
  return all;
}

// JSON and tables stand in a font of one width; a wide table scrolls by itself.
function laidOut(kind, words, bits) {
  const name = kind === "json" ? "JSON" : "Table";
  return make(
    "div",
    { class: `al-laid al-${kind}`, role: "group", "aria-label": name, tabindex: kind === "table" ? 0 : null },
    make("span", { class: "al-kind" }, words ? `${name}, ${words}` : name),
    bits,
  );
}

// What was added for reading (`g`) is no part of the text: it is not copied with it.
function bitsOf(bits, where) {
  const all = document.createDocumentFragment();
  for (const bit of bits) {
    if (typeof bit === "string") all.append(bit);
    else if (bit.g) all.append(make("span", { class: "al-gap", "aria-hidden": "true" }, bit.g));
    else all.append(markOf(bit, where), ...bit.e.map((ending) => endingOf(ending, where)));
  }
  return all;
}

function markOf(bit, { kind, places, prefix }) {
  const mark = make(
    "mark",
    { class: bit.k, "data-c": bit.c.join(" "), "data-at": `${prefix}${bit.s}` },
    bit.t,
  );
  bit.c.forEach((number) => places.add(number, kind, mark));
  return mark;
}

// The sign and number where a span ends: what a keyboard or a screen reader stops at.
function endingOf(ending, { kind, places, prefix }) {
  const words = kind === "output" ? "Claim" : ending.near ? "Closest to claim" : "Evidence of claim";
  const number = button(`${ending.sign}${ending.n}`, {
    id: `${kind}-${prefix}-${ending.n}`,
    look: `al-number ${ending.k}`,
  });
  number.tabIndex = -1;
  number.dataset.c = ending.n;
  number.setAttribute("aria-label", `${words} ${ending.n}, ${ending.label}`);
  places.add(ending.n, kind, number);
  return number;
}
