// Draws a card for each claim, with the buttons of a review when there is one.

const GIVEN = [
  ["1", "✓", "supported"],
  ["2", "✕", "contradicted"],
  ["3", "?", "unsupported"],
];

function cardOf(claim, { total, review, reason, does }) {
  const card = make(
    "div",
    {
      class: `al-card hd-${claim.label}`,
      role: "listitem",
      tabindex: -1,
      "data-c": claim.n,
      "data-id": `card-${claim.n}`,
      "aria-label": `Claim ${claim.n} of ${total}, ${claim.label}${claim.by ? `, by ${claim.by}` : ""}`,
    },
    make("div", { class: "al-side" }, ...badgesOf(claim), make("span", { class: "al-meta" }, claim.meta)),
    make(
      "div",
      { class: "al-body" },
      make("p", { class: "hd-claim", dir: "auto" }, claim.text),
      claim.why ? make("p", { class: "hd-why", dir: "auto" }, claim.why) : "",
      claim.judge_why ? make("p", { class: "hd-why", dir: "auto" }, `The judge: ${claim.judge_why}`) : "",
      claim.quotes.map((quote) => quoteOf(quote, claim.n)),
      claim.invented ? inventedOf(claim.invented) : "",
      review ? reviewOf(claim, reason, does) : "",
    ),
  );
  return card;
}

function badgesOf(claim) {
  const badge = make("span", { class: `hd-badge hd-${claim.label}` }, make("b", {}, claim.sign), ` ${claim.label}`);
  if (!claim.judge) return [badge];
  return [badge, make("span", { class: `al-judge hd-${claim.judge}` }, `judge: ${claim.judge}`)];
}

function quoteOf(quote, number) {
  return make(
    "blockquote",
    { class: "al-quote", "data-c": number, "data-to": quote.at },
    make("cite", {}, quote.where),
    make("span", { dir: "auto" }, quote.quote),
  );
}

function inventedOf(quote) {
  return make(
    "blockquote",
    { class: "al-quote al-invented" },
    make("cite", {}, "Not found in the context"),
    make("span", { dir: "auto" }, quote),
  );
}

function reviewOf(claim, reason, does) {
  const id = (word) => `do-${claim.n}-${word}`;
  const labels = GIVEN.map(([key, sign, label]) =>
    button(`${sign} ${label}`, {
      id: id(label),
      key,
      pressed: claim.by !== null && claim.label === label,
      look: `al-button al-give hd-${label}`,
      does: () => does.verdict(claim, label),
    }),
  );
  const act = (action) => () => does.act(action, claim);
  const typed = make("input", {
    type: "text",
    class: "al-reason",
    "data-id": id("reason"),
    "aria-label": `Why, claim ${claim.n} (optional)`,
    placeholder: "Why? (optional, Enter keeps it)",
    maxlength: 2000,
    dir: "auto",
    oninput: (event) => does.reason(claim, event.target.value),
    onkeydown: (event) => {
      if (event.key === "Enter" && !event.isComposing) does.verdict(claim, claim.label);
    },
  });
  typed.value = reason;
  const more = make(
    "span",
    { class: "al-row al-more", hidden: true },
    button("Split", { id: id("split"), does: act("split") }),
    button("Reword", { id: id("reword"), does: act("reword") }),
    button("Remove", { id: id("remove"), does: act("remove") }),
  );
  const opens = button("More", {
    id: id("more"),
    does: () => {
      more.hidden = !more.hidden;
      opens.setAttribute("aria-expanded", String(!more.hidden));
    },
  });
  opens.setAttribute("aria-expanded", "false");
  return make(
    "div",
    { class: "al-review" },
    make("div", { class: "al-row", role: "group", "aria-label": `Your verdict on claim ${claim.n}` }, labels),
    make(
      "div",
      { class: "al-row al-rest" },
      typed,
      button("Withdraw", { id: id("withdraw"), key: "0", disabled: claim.by === null, does: act("withdraw") }),
      button("Note", { id: id("note"), does: act("note") }),
      opens,
      more,
    ),
  );
}

// What is said aloud of a claim that was chosen, or changed.
function wordsOf(claim) {
  const judge = claim.judge ? `, the judge: ${claim.judge}` : "";
  const where = claim.quotes.map((quote) => quote.where).join(", ") || "no evidence";
  return `Claim ${claim.n}: ${claim.label}${judge}. ${where}.`;
}
