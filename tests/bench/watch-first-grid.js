// Runs in the page: measures the time from the submit of the sign-in form until rows are painted and a click would hit a row.
addEventListener(
  'submit',
  () => {
    const startedAt = performance.now();
    const isUsable = () => {
      const link = document.querySelector('.ag-row .mg-name');
      if (!link?.textContent?.trim()) return false;
      const { left, top, height } = link.getBoundingClientRect();
      const hit = document.elementFromPoint(left + 4, top + height / 2);
      return hit !== null && link.contains(hit);
    };
    const look = () => {
      // One frame after the row exists: by then it is painted.
      if (isUsable())
        requestAnimationFrame(() =>
          setTimeout(() => {
            globalThis.firstGridMilliseconds = performance.now() - startedAt;
          }),
        );
      else requestAnimationFrame(look);
    };
    look();
  },
  { capture: true, once: true },
);
