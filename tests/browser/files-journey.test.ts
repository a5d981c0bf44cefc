import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { SMALL_PDF } from '../support/upload.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';

/** A PNG of 40 by 30 pixels, created by the browser so that the file is real. */
async function makePng(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [40, 30];
    const drawing = canvas.getContext('2d');
    if (drawing !== null) [drawing.fillStyle] = ['#3C4FD0'];
    drawing?.fillRect(0, 0, 40, 30);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** A WebM of about 0.8 seconds, drawn and recorded by the browser. */
async function makeWebm(page: Page): Promise<Buffer> {
  const url = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [64, 48];
    const drawing = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const pieces: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    const stopped = new Promise((resolve) => {
      recorder.addEventListener('stop', resolve);
    });
    recorder.start();
    // The recorder works in real time: frames that are 40 ms apart, like its 25 frames a second, give a video of that length.
    for (let turn = 0; turn < 20; turn += 1) {
      drawing?.fillRect(turn, turn, 12, 12);
      await new Promise((resolve) => {
        setTimeout(resolve, 40);
      });
    }
    recorder.stop();
    await stopped;
    const reader = new FileReader();
    const read = new Promise((resolve) => {
      reader.addEventListener('load', resolve);
    });
    reader.readAsDataURL(new Blob(pieces));
    await read;
    return typeof reader.result === 'string' ? reader.result : '';
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** Whether a page of a PDF has something that is not white. */
function readDrawn(page: Page, number: number): Promise<boolean> {
  return page.evaluate((at) => {
    const canvas = document.querySelectorAll<HTMLCanvasElement>('.mu-pdf-page canvas')[at - 1];
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return [...data].some((value, index) => index % 4 !== 3 && value < 200);
  }, number);
}

/** Drops or pastes a file at a selector. `megabytes` creates a file of that size without storing it. */
async function give(
  page: Page,
  how: 'drop' | 'paste',
  selector: string,
  file: { readonly name: string; readonly text?: string; readonly base64?: string; readonly type?: string; readonly megabytes?: number },
): Promise<void> {
  await page.evaluate(
    ([action, place, { name, text, base64, type, megabytes }]) => {
      const bytes = base64 === undefined ? (text ?? '') : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const piece = new Blob([megabytes === undefined ? bytes : new Uint8Array(1_048_576)]);
      const transfer = new DataTransfer();
      transfer.items.add(
        new File(megabytes === undefined ? [piece] : new Array<Blob>(megabytes).fill(piece), name, type === undefined ? {} : { type }),
      );
      const target = document.querySelector(place);
      if (action === 'paste')
        return void target?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer }));
      for (const event of ['dragenter', 'dragover', 'drop'])
        target?.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer: transfer }));
    },
    [how, selector, file] as const,
  );
}

describeInBrowser('Files in the browser', ({ product, enter }) => {
  let leadId: string;
  beforeAll(async () => {
    const { records } = product().application;
    leadId = (await records.find(SYSTEM_ACTOR, { module: 'leads', filter: { last_name: 'Abbott' }, limit: 1 })).data[0]?._id ?? '';
  });
  const openFiles = async (page: Page, id = leadId): Promise<void> => {
    await page.goto(`/app/leads/${id}`);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page
      .getByRole('button', { name: 'Choose a file' })
      .or(page.getByRole('button', { name: 'Choose files' }))
      .waitFor();
  };

  it('are added to a record by selection, drop and paste, and shown in place', async () => {
    const page = await enter();
    await openFiles(page);
    const png = await makePng(page);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles([{ name: 'Floor plan.png', mimeType: 'image/png', buffer: png }]);
    await page.getByRole('button', { name: 'Preview Floor plan.png' }).waitFor();
    await give(page, 'drop', '.mu-drop', { name: 'Contract.pdf', text: SMALL_PDF });
    await page.getByRole('button', { name: 'Preview Contract.pdf' }).waitFor();
    await give(page, 'paste', '.mu-drop button', { name: 'image.png', base64: png.toString('base64'), type: 'image/png' });
    await page.getByRole('button', { name: 'Preview image.png' }).waitFor();

    await page.getByRole('button', { name: 'Preview Floor plan.png' }).click();
    const dialog = page.getByRole('dialog', { name: 'Floor plan.png' });
    const image = dialog.getByRole('img', { name: 'Floor plan.png' });
    await image.waitFor();
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(40);
    const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download' }).click()]);
    expect(saved.suggestedFilename()).toBe('Floor plan.png');
    expect(await findAccessibilityViolations(page, 'files', 'whole')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Preview Floor plan.png');

    const documents = await product().application.records.find(SYSTEM_ACTOR, {
      module: 'documents',
      filter: { related_record: { equals: { module: 'leads', id: leadId } } },
      limit: 10,
    });
    expect(documents.data.map(({ name, filename }) => [name, filename]).sort()).toEqual([
      ['Contract.pdf', 'Contract.pdf'],
      ['Floor plan.png', 'Floor plan.png'],
      ['image.png', 'image.png'],
    ]);
  });

  it.each([
    [1440, 'light'],
    [375, 'dark'],
  ] as const)('have small pictures and versions, %i px wide', async (width, scheme) => {
    const page = await enter({ width, scheme, height: 812 });
    const { records } = product().application;
    const { record } = await records.create(SYSTEM_ACTOR, { module: 'leads', fields: { first_name: 'Vera', last_name: `Son ${width}` } });
    await openFiles(page, record._id);
    const png = await makePng(page);
    const name = `Plan ${width}.png`;
    await give(page, 'drop', '.mu-drop', { name, base64: png.toString('base64'), type: 'image/png' });
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Preview ${name}` }) });
    const picture = row.locator('.mu-picture img');
    await picture.waitFor();
    expect(await picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(40);
    // A picture that cannot be decoded has the icon of its kind, and is no error.
    await give(page, 'drop', '.mu-drop', { name: `Torn ${width}.png`, base64: png.subarray(0, 45).toString('base64'), type: 'image/png' });
    const torn = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Preview Torn ${width}.png` }) });
    await torn.locator('.mu-picture svg').waitFor();

    await row.getByRole('button', { name: `Versions of ${name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No earlier version. Upload another file to replace this one.').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Upload new version' }).click();
    const second = `Second plan ${width}.png`;
    await (await chooser).setFiles([{ name: second, mimeType: 'image/png', buffer: png }]);
    await dialog.getByRole('button', { name: `Preview ${second}` }).waitFor();
    await dialog.getByText(/^Stored until /).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(2);
    expect(await findAccessibilityViolations(page, 'versions of a file', 'whole')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await dialog.getByRole('button', { name: new RegExp(`^Restore ${name}`) }).click();
    await page.getByText(`${name} is the current file again.`).waitFor();
    const current = dialog.getByRole('listitem').first();
    await current.getByRole('button', { name: `Preview ${name}` }).waitFor();
    await current.getByText('Current').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: new RegExp(`^Download ${second}`) }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(second);
  });

  it('say so if they cannot be retrieved, and are tried again', async () => {
    const page = await enter();
    await openFiles(page);
    const png = await makePng(page);
    await give(page, 'drop', '.mu-drop', { name: 'Away.png', base64: png.toString('base64'), type: 'image/png' });
    await page.route(/Away.*token=/, (route) => route.abort());
    await page.getByRole('button', { name: 'Preview Away.png' }).click();
    const dialog = page.getByRole('dialog', { name: 'Away.png' });
    await dialog.getByText('Error retrieving document file.').waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('img', { name: 'Away.png' }).waitFor();
  });

  it('play if they are videos', async () => {
    const page = await enter();
    await openFiles(page);
    const webm = await makeWebm(page);
    await give(page, 'drop', '.mu-drop', { name: 'Tour.webm', base64: webm.toString('base64'), type: 'video/webm' });
    // In the list it is a still of itself.
    const still = page.getByRole('button', { name: 'Preview Tour.webm' }).locator('video');
    await still.waitFor();
    expect(
      await still.evaluate((element) => {
        const { videoWidth, preload, paused, controls } = element as HTMLVideoElement;
        return [videoWidth, preload, paused, controls];
      }),
    ).toEqual([64, 'metadata', true, false]);
    await page.getByRole('button', { name: 'Preview Tour.webm' }).click();
    const tour = page.getByRole('dialog', { name: 'Tour.webm' });
    const video = tour.locator('video');
    await video.waitFor();
    const [response] = await Promise.all([
      page.waitForResponse((received) => received.url().includes('Tour') && received.url().includes('token=')).catch(() => undefined),
      video.evaluate((element) => {
        (element as HTMLVideoElement).muted = true;
        return (element as HTMLVideoElement).play();
      }),
    ]);
    await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
    expect(
      await video.evaluate((element) => {
        const { videoWidth, videoHeight, error, controls } = element as HTMLVideoElement;
        return [videoWidth, videoHeight, error, controls];
      }),
    ).toEqual([64, 48, null, true]);
    // Its content is not executed, wherever it is opened.
    const sent = response ?? (await page.request.get((await video.getAttribute('src')) ?? ''));
    expect([sent.headers()['content-type'], sent.headers()['content-security-policy'], sent.headers()['x-content-type-options']]).toEqual([
      'video/webm',
      expect.stringMatching(/default-src 'none';.*sandbox$/),
      'nosniff',
    ]);
  });

  it('show the pages of a PDF with their text, larger and smaller, and say why one cannot be shown', async () => {
    const document = await PDFDocument.create();
    for (const text of ['First page', 'Second page', 'Third page']) document.addPage([612, 792]).drawText(text, { x: 40, y: 700 });
    const page = await enter();
    await openFiles(page);
    await give(page, 'drop', '.mu-drop', { name: 'Pages.pdf', base64: await document.saveAsBase64() });
    await page.getByRole('button', { name: 'Preview Pages.pdf' }).click();
    const pages = page.getByRole('list', { name: 'Pages.pdf' });
    await pages.getByText('First page').waitFor();
    await expect.poll(() => readDrawn(page, 1)).toBe(true);
    const width = () =>
      pages
        .getByRole('listitem')
        .first()
        .evaluate((element) => element.getBoundingClientRect().width);
    const before = await width();
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(width).toBeGreaterThan(before * 1.4);
    await page.getByRole('button', { name: 'Smaller' }).click();
    await expect.poll(width).toBe(before);
    // By keyboard, like any list that scrolls.
    await pages.focus();
    await page.keyboard.press('End');
    await page.getByText('Page 3 of 3').waitFor();
    await pages.getByText('Third page').waitFor();
    expect(await findAccessibilityViolations(page, 'a PDF', 'whole')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await give(page, 'drop', '.mu-drop', { name: 'Damaged.pdf', text: '%PDF-1.4\nnothing of a PDF' });
    await page.getByRole('button', { name: 'Preview Damaged.pdf' }).click();
    await page.getByText('It is damaged, or the connection was lost. You can download it.').waitFor();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The damaged one is named, and the others are merged without it.
    await page.getByRole('button', { name: 'Merge into one PDF' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge into one PDF' });
    await dialog.getByRole('checkbox', { name: 'Damaged.pdf' }).waitFor();
    const many = await dialog.getByRole('checkbox').count();
    expect(await findAccessibilityViolations(page, 'merging files', 'whole')).toEqual([]);
    await dialog.getByRole('button', { name: `Merge ${many} files` }).click();
    await dialog.getByText('Damaged.pdf cannot be merged: it is damaged.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Damaged.pdf' }).uncheck();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Papers');
    await dialog.getByRole('button', { name: `Merge ${many - 1} files` }).click();
    await page.getByRole('button', { name: `Preview Papers_merged_${many - 1}.pdf` }).click();
    await page.getByText(`Page 1 of ${many - 2 + 3}`).waitFor();
  });

  it('show why they cannot be accepted, and leave existing files unchanged', async () => {
    const page = await enter();
    await openFiles(page);
    const say = async (text: string, file: Parameters<typeof give>[3]): Promise<void> => {
      await give(page, 'drop', '.mu-drop', file);
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
    };
    await say('photo.png is not what its name says: its content is a PDF.', { name: 'photo.png', text: SMALL_PDF });
    await say('nothing.pdf is empty.', { name: 'nothing.pdf', text: '' });
    await say('film.mp4 is larger than 100 MB.', { name: 'film.mp4', megabytes: 2_048 });
    await say('Files of the kind .exe are not accepted here.', { name: 'setup.exe', text: 'MZ' });
    await page.getByRole('button', { name: 'Dismiss photo.png' }).click();
    expect(await page.getByRole('alert').filter({ hasText: 'photo.png' }).count()).toBe(0);
  });

  it('can be cancelled during the upload, and retried if the connection broke', async () => {
    const page = await enter();
    await openFiles(page);
    let isBroken = true;
    let release: (() => void) | undefined;
    await page.route('**/api/files/upload', async (route) => {
      if (isBroken) return route.abort('connectionreset');
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return route.continue().catch(() => undefined);
    });
    await give(page, 'drop', '.mu-drop', { name: 'Late.pdf', text: SMALL_PDF });
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Try Late.pdf again' }).click();
    await page.getByRole('progressbar', { name: 'Uploading Late.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Cancel Late.pdf' }).click();
    expect(await page.getByText('Late.pdf').count()).toBe(0);
    release?.();
    await page.unroute('**/api/files/upload');
    await give(page, 'drop', '.mu-drop', { name: 'Late.pdf', text: SMALL_PDF });
    await page.getByRole('button', { name: 'Preview Late.pdf' }).waitFor();
    const { total } = await product().application.records.find(SYSTEM_ACTOR, {
      module: 'documents',
      filter: { name: 'Late.pdf' },
      limit: 1,
    });
    expect(total).toBe(1);
  });

  it.each([
    [1440, 'light'],
    [375, 'dark'],
  ] as const)('are a field of a form like any other, %i px wide', async (width, scheme) => {
    const page = await enter({ width, scheme, height: 812 });
    await page.goto('/app/documents/new');
    await page.getByLabel('Name', { exact: false }).first().fill(`Terms ${width}`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles([{ name: 'Terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from(SMALL_PDF) }]);
    await page.getByRole('button', { name: 'Preview Terms.pdf' }).waitFor();
    const replacing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Replace Terms.pdf' }).click();
    await (await replacing).setFiles([
      { name: 'Terms of the second year and of the third.pdf', mimeType: 'application/pdf', buffer: Buffer.from(SMALL_PDF) },
    ]);
    await page.getByRole('button', { name: 'Preview Terms of the second year and of the third.pdf' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // A long name is truncated, and the row stays inside its field.
    expect(
      await page
        .locator('.mu-file')
        .evaluate(
          (row) =>
            row.scrollWidth <= row.clientWidth &&
            row.getBoundingClientRect().right <= (row.closest('.mu-field')?.getBoundingClientRect().right ?? 0),
        ),
    ).toBe(true);
    expect(await findAccessibilityViolations(page, 'files', 'whole')).toEqual([]);
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('heading', { name: `Terms ${width}`, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Preview Terms of the second year and of the third.pdf' }).first().click();
    await page.getByText('Page 1 of 1').waitFor();
    // A separate request with only the link checks the response headers.
    const response = await page.request.get((await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')) ?? '');
    const headers = response.headers();
    expect([
      response.status(),
      headers['content-type'],
      headers['x-content-type-options'],
      headers['content-disposition']?.split(';')[0],
    ]).toEqual([200, 'application/pdf', 'nosniff', 'inline']);
  });
});
