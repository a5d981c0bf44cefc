import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { WHOLE_PICTURE, type Corners } from '../../headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { CropDialog } from './crop-dialog.tsx';

afterEach(cleanup);

it('moves the corners of a page with the arrow keys, and can return to the whole picture', async () => {
  await loadLazyTexts();
  const chosen: (Corners | undefined)[] = [];
  render(
    <KitProvider>
      <CropDialog url="blob:page" number={2} corners={WHOLE_PICTURE} onCrop={(corners) => chosen.push(corners)} onClose={() => undefined} />
    </KitProvider>,
  );
  const corner = screen.getByRole('button', { name: 'Bottom right corner' });
  fireEvent.keyDown(corner, { key: 'ArrowUp', shiftKey: true });
  fireEvent.keyDown(corner, { key: 'ArrowLeft' });
  // A corner does not leave the picture.
  fireEvent.keyDown(screen.getByRole('button', { name: 'Top left corner' }), { key: 'ArrowLeft' });
  fireEvent.click(screen.getByRole('button', { name: 'Use these corners' }));
  fireEvent.click(screen.getByRole('button', { name: 'Whole picture' }));
  expect(chosen).toEqual([[WHOLE_PICTURE[0], WHOLE_PICTURE[1], { x: 0.995, y: 0.95 }, WHOLE_PICTURE[3]], undefined]);
});
