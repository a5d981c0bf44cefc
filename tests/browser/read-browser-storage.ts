import type { Page } from 'playwright-core';

/** All that this browser holds on the disk, as text. */
export function readBrowserStorage(page: Page): Promise<string> {
  return page.evaluate(() => new Promise<string>((resolve, reject) => {
    const opening = indexedDB.open('muster', 1);
    opening.onerror = () => reject(new Error('The database did not open'));
    opening.onsuccess = () => {
      const reading = opening.result.transaction('forms').objectStore('forms').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(JSON.stringify([reading.result, { ...localStorage }, { ...sessionStorage }]));
      };
    };
  }));
}
