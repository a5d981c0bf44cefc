// Runs in the page: how long from the submitting of the sign-in form until rows are painted, and what a mouse would hit is a row.
addEventListener('submit', () => {
  const startedAt = performance.now();
  const isUsable = () => {
    const link = document.querySelector('.ag-row .mg-name');
    if (!link?.textContent?.trim()) return false;
    const { left, top, height } = link.getBoundingClientRect();
    const hit = document.elementFromPoint(left + 4, top + height / 2);
    return hit !== null && link.contains(hit);
  };
  const look = () => {
    // The frame after the one in which the row was there: by then it is painted.
    if (isUsable()) requestAnimationFrame(() => setTimeout(() => { globalThis.firstGridMilliseconds = performance.now() - startedAt; }));
    else requestAnimationFrame(look);
  };
  look();
}, { capture: true, once: true });
