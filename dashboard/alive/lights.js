// Lights a claim in every place at once, and brings what was not pointed at into view.

const HEADER_PX = 60; // the page's navigation, which stays in place
const TOOLS_PX = 100; // buttons and headings above the regions, and air below them

class Places {
  constructor() {
    this.found = new Map();
    this.folds = new Map();
    this.lit = [];
  }

  add(number, kind, element) {
    if (!this.found.has(number)) this.found.set(number, { output: [], evidence: [], card: [] });
    this.found.get(number)[kind].push(element);
  }

  of(number) {
    return this.found.get(number) ?? { output: [], evidence: [], card: [] };
  }

  light(numbers) {
    for (const number of numbers)
      for (const fold of [...(this.folds.get(number) ?? [])]) fold.drawAndOpen();
    this.lit.forEach((element) => element.classList.remove("lit"));
    this.lit = numbers.flatMap((number) => Object.values(this.of(number)).flat());
    this.lit.forEach((element) => element.classList.add("lit"));
  }

  // A claim's first mark, the passage that is meant or else the first, and its card.
  partners(number, passage = null) {
    const { output, evidence, card } = this.of(number);
    const wanted = evidence.find((each) => each.dataset.at === passage) ?? evidence[0];
    return [output[0], wanted, card[0]].filter(Boolean);
  }

  // Scrolls to a claim in every region but the one that is being pointed at.
  bring(number, from = null, passage = null) {
    for (const element of this.partners(number, passage)) {
      const region = regionAt(element);
      if (region !== from) scrollInside(region, element);
    }
  }
}

function scrollInside(region, element) {
  const box = region.getBoundingClientRect();
  const at = element.getBoundingClientRect();
  if (at.top < box.top || at.bottom > box.bottom)
    region.scrollTop += at.top - box.top - Math.max(8, (box.height - at.height) / 3);
}

// Keeps a card that has grown where it was, unless its end would be out of sight.
function holdStill(region, card, before) {
  region.scrollTop += card.getBoundingClientRect().top - before;
  const box = region.getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  if (bottom > box.bottom) region.scrollTop += Math.min(bottom - box.bottom, top - box.top);
}

// Whether an element's beginning stands inside the window.
function isSeen(element) {
  const { top } = element.getBoundingClientRect();
  return top >= HEADER_PX && top < window.innerHeight - 24;
}

// Lets the regions be as high as what the window has left below what is above them.
function makeRoom(box) {
  const page = box.getRootNode().host.closest("[data-testid=stMain]");
  const top = box.getBoundingClientRect().top + (page ? page.scrollTop : window.scrollY);
  box.style.setProperty("--al-room", `${Math.round(window.innerHeight - top - TOOLS_PX)}px`);
}

// The claims that belong to what is pointed at; the one that shows first.
function numbersAt(target) {
  return (target.closest("[data-c]")?.dataset.c ?? "").split(" ").filter(Boolean).map(Number);
}

function regionAt(target) {
  return target.closest("[data-region]");
}

// The passage that a quote was taken from.
function passageAt(target) {
  return target.closest("[data-to]")?.dataset.to ?? null;
}
