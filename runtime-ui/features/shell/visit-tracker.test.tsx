import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVisitTracker, type VisitTracker } from './use-navigation-history.ts';
import { VISIT_MILLISECONDS, type VisitedPage } from './visited-pages.ts';

describe('The visit tracker', () => {
  let stored: VisitedPage[];
  let tracker: VisitTracker;
  /** Sets the title as a page does, and lets the observer run. */
  const setTitle = async (title: string) => {
    document.title = title;
    await vi.advanceTimersByTimeAsync(0);
  };
  const titles = () => stored.map(({ route, title }) => `${route} ${title}`);

  beforeEach(() => {
    vi.useFakeTimers();
    document.title = 'Old';
    stored = [];
    tracker = createVisitTracker((visit) => stored.push(visit));
  });
  afterEach(() => {
    tracker.stop();
    vi.useRealTimers();
  });

  it('notes a page when its title arrives, however late, and again when the title changes', async () => {
    tracker.open('/app/books/1', false);
    await vi.advanceTimersByTimeAsync(VISIT_MILLISECONDS * 5);
    expect(titles()).toEqual([]);
    await setTitle('Emma');
    await setTitle('Emma, 2nd edition');
    expect(titles()).toEqual(['/app/books/1 Emma', '/app/books/1 Emma, 2nd edition']);
  });

  it('notes a page with a title after a second, and none that was left before', async () => {
    tracker.open('/app/books/1', false);
    await setTitle('Emma');
    tracker.open('/app/books/2', false);
    await setTitle('Ulysses');
    expect(titles()).toEqual([]);
    await vi.advanceTimersByTimeAsync(VISIT_MILLISECONDS);
    expect(titles()).toEqual(['/app/books/2 Ulysses']);
    tracker.open('/app/books/2?tab=history', true);
    await vi.advanceTimersByTimeAsync(VISIT_MILLISECONDS);
    expect(titles()).toEqual(['/app/books/2 Ulysses', '/app/books/2?tab=history Ulysses']);
  });
});
