// Keeps a person's place while everything is drawn anew: order, folds, scroll, focus.

// The order of cards as it was, new ones after the one they replace, else at the end.
function orderOf(claims, before) {
  const order = before.slice();
  const known = new Set(order);
  const added = claims.filter((claim) => !known.has(claim.id));
  for (const claim of added.filter((each) => known.has(each.replaces)).reverse())
    order.splice(order.indexOf(claim.replaces) + 1, 0, claim.id);
  order.push(...added.filter((each) => !known.has(each.replaces)).map((each) => each.id));
  return order;
}

// The claim that was chosen; where it is gone, the one that stands in its place.
function stillChosen(claims, { chosen, order }) {
  const there = new Map(claims.map((claim) => [claim.id, claim]));
  const at = order.indexOf(chosen);
  if (at < 0) return null;
  const nearest = [...order.slice(at), ...order.slice(0, at).reverse()];
  return there.get(nearest.find((id) => there.has(id))) ?? null;
}

function keep(root) {
  const focus = root.activeElement;
  return {
    open: [...root.querySelectorAll("details[open]")].map((fold) => fold.dataset.id),
    scroll: [...root.querySelectorAll("[data-region]")].map((region) => [region.dataset.region, region.scrollTop]),
    focus: focus?.closest("[data-id], [data-region]")?.dataset,
    selection: focus?.matches("input") ? [focus.selectionStart, focus.selectionEnd] : null,
  };
}

function restore(root, { open, scroll, focus, selection }) {
  open.forEach((id) => root.querySelector(`details[data-id="${id}"]`)?.drawAndOpen());
  scroll.forEach(([name, top]) => {
    const region = root.querySelector(`[data-region="${name}"]`);
    if (region) region.scrollTop = top;
  });
  if (!focus) return;
  const [name, value] = focus.id ? ["id", focus.id] : ["region", focus.region];
  const again = root.querySelector(`[data-${name}="${value}"]`);
  again?.focus({ preventScroll: true });
  if (selection && again) again.setSelectionRange(...selection);
}
