import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordData } from '#ui';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { TutorialDialog } from '../ui/tutorial-dialog.tsx';

const TEXT = '<p>Look at the <b>board</b>.</p><script>window.broken = 1</script><a href="javascript:alert(1)">Bad</a>';

function show(fields: object): void {
  const tutorial = { _id: 't1', _version: 1, name: 'The board', ...fields } as unknown as RecordData;
  render(
    <KitProvider>
      <TutorialDialog tutorial={tutorial} onClose={() => undefined} />
    </KitProvider>,
  );
}

let links: unknown[] = [];

beforeEach(() => {
  links = [];
  vi.stubGlobal('fetch', (_url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    links.push(JSON.parse(body));
    return Promise.resolve(Response.json({ url: '/api/files/opened/x', expiresAt: '2027-01-01T00:00:00.000Z' }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The player of a tutorial', () => {
  it('shows the name and the text, without what could be executed', () => {
    show({ sourceType: 'html', htmlText: TEXT });
    const dialog = screen.getByRole('dialog', { name: 'The board' });
    expect(dialog.querySelector('b')?.textContent).toBe('board');
    expect([dialog.querySelector('script'), dialog.querySelector('a')]).toEqual([null, null]);
    expect(links).toEqual([]);
    expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0);
  });

  it('plays a video, which goes back to its start when it has ended', async () => {
    show({ sourceType: 'video', sourcePath: '/api/files/f/board.mp4' });
    const video = await screen.findByLabelText<HTMLVideoElement>('The board', { selector: 'video' });
    expect([video.getAttribute('src'), links]).toEqual(['/api/files/opened/x', [{ path: '/api/files/f/board.mp4' }]]);
    video.currentTime = 12;
    fireEvent.ended(video);
    expect(video.currentTime).toBe(0);
  });

  it('has the controls of the browser, or buttons without a time slider', async () => {
    show({ sourceType: 'video', sourcePath: '/api/files/f/board.mp4' });
    expect((await screen.findByLabelText('The board', { selector: 'video' })).hasAttribute('controls')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
    cleanup();
    show({ sourceType: 'video', sourcePath: '/api/files/f/board.mp4', disableTimeSlider: true });
    const video = await screen.findByLabelText<HTMLVideoElement>('The board', { selector: 'video' });
    expect(video.hasAttribute('controls')).toBe(false);
    const play = vi.spyOn(video, 'play').mockResolvedValue(undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(play).toHaveBeenCalledOnce();
    fireEvent.play(video);
    const pause = vi.spyOn(video, 'pause').mockReturnValue(undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(pause).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Mute' }));
    expect(video.muted).toBe(true);
    fireEvent.ended(video);
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });

  it('shows an image, and says so when its file cannot be shown', async () => {
    show({ sourceType: 'image', sourcePath: '/api/files/f/board.png' });
    const image = await screen.findByRole('img', { name: 'The board' });
    fireEvent.error(image);
    expect(screen.getByText('The file of this tutorial cannot be shown.')).toBeTruthy();
  });

  it('says that there is nothing to play', () => {
    show({ sourceType: 'video' });
    expect(screen.getByText('This tutorial has no content yet.')).toBeTruthy();
  });
});
