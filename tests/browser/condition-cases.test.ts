import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { readService } from '../support/services.ts';
import { useBrowser } from './open-browser.ts';
import { evaluateCases, type CaseResults } from './evaluate-cases.ts';

/** The model with its tables of cases, as one script that defines `conditionCases`. */
async function bundleCases(): Promise<string> {
  const input = 'tests/browser/evaluate-cases.ts';
  // Libraries of React have directives that a bundler warns of.
  const bundle = await rolldown({ input, platform: 'browser', treeshake: true, checks: { moduleLevelDirective: false } });
  const { output } = await bundle.generate({ format: 'iife', name: 'conditionCases' });
  await bundle.close();
  return output[0].code;
}

const program = readService('CHROMIUM_PATH', 'Conditions in a browser');

describe.skipIf(program === undefined)('Conditions in a browser', { timeout: 120_000 * inject('timeoutFactor') }, () => {
  let inBrowser: CaseResults;
  beforeAll(async () => {
    const browser = await useBrowser(program ?? '');
    const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' });
    const page = await context.newPage();
    await page.addScriptTag({ content: await bundleCases() });
    inBrowser = await page.evaluate('conditionCases.evaluateCases()');
    await context.close();
  });

  it('have the results of the shared tables', () => {
    const wrong = [...inBrowser.conditions, ...inBrowser.triggers].filter(({ expected, actual }) => expected !== actual);
    expect(wrong).toEqual([]);
    expect(inBrowser.conditions.length + inBrowser.triggers.length).toBeGreaterThan(80);
  });

  it('say of each case of rules what the server says, from the draft of a form to its stored values', () => {
    expect(inBrowser.rules.map(({ name, actual }) => [name, actual])).toEqual(
      inBrowser.rules.map(({ name, expected }) => [name, expected]),
    );
    expect(inBrowser.rules.length).toBeGreaterThan(30);
  });

  it('have the same results as in Node, also for any data', () => {
    expect(inBrowser).toEqual(evaluateCases());
  });
});
