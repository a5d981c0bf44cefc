// Runs in the page: the measurements of `ui-work.ts`; each is started by one call and read by another.
globalThis.musterBench = {
  /** Time of the first rows. */
  watchRows() {
    const look = () => {
      if (document.querySelector('.ag-row .mg-name')?.textContent?.trim()) this.rowsAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  },

  /** Bytes of the scripts that were requested until then. */
  readFirstBytes() {
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => /\.js$/.test(name) && startTime < this.rowsAt)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  },

  /** Milliseconds from the next click until the record with this name and its fields are painted. */
  watchRecord(name) {
    this.recordMilliseconds = undefined;
    addEventListener(
      'click',
      () => {
        const startedAt = performance.now();
        const look = () => {
          const isThere =
            document.querySelector('main h1')?.textContent?.trim() === name && document.querySelectorAll('.mv-fields dd').length > 3;
          if (isThere)
            requestAnimationFrame(() =>
              setTimeout(() => {
                this.recordMilliseconds = performance.now() - startedAt;
              }),
            );
          else requestAnimationFrame(look);
        };
        look();
      },
      { capture: true, once: true },
    );
  },

  /** Starts to record how long the middle row stays without its text. */
  watchBlanks() {
    const watch = { blanks: [], isOver: false };
    let since;
    const look = () => {
      const box = document.querySelector('.mg-grid').getBoundingClientRect();
      const row = document.elementFromPoint(box.left + 120, box.top + box.height / 2)?.closest('.ag-row');
      const isBlank = !row || (row.querySelector('.mg-name')?.textContent ?? '').trim() === '';
      const now = performance.now();
      if (isBlank) since ??= now;
      else if (since !== undefined) {
        watch.blanks.push(now - since);
        since = undefined;
      }
      if (!watch.isOver) requestAnimationFrame(look);
      else if (since !== undefined) watch.blanks.push(now - since);
    };
    look();
    this.blanks = watch;
  },

  /** Ends that recording. */
  readBlanks() {
    this.blanks.isOver = true;
    return this.blanks.blanks;
  },

  /** Moves the grid's scroll bar to a share of its range. */
  pullBar(share) {
    let element = document.querySelector('.ag-row');
    while (element && !(element.scrollHeight > element.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(element).overflowY)))
      element = element.parentElement;
    element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
  },

  /** Starts to record the time from a key to the next frame that shows its effect. */
  watchKeys() {
    const seen = new Map();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.interactionId !== 0 && entry.name.startsWith('key'))
          seen.set(entry.interactionId, Math.max(seen.get(entry.interactionId) ?? 0, entry.duration));
    }).observe({ type: 'event', durationThreshold: 16 });
    this.keys = seen;
  },

  readKeys() {
    return [...this.keys.values()];
  },
};
