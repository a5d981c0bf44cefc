import { expect, it } from 'vitest';
import { findKeyword } from './sms-keywords.ts';

it.each([
  ...['STOP', 'Quit', 'end', 'REVOKE', 'opt-out', 'Opt out', 'CANCEL', 'unsubscribe', ' Stop. '].map((text) => [text, 'stop']),
  ...['START', 'yes!', 'Unstop'].map((text) => [text, 'start']),
  ...['HELP', 'info?'].map((text) => [text, 'help']),
  ...['Stop calling me at work', 'Yes, Thursday', '', '👍', 'x'.repeat(500)].map((text) => [text, undefined]),
])('the text "%s" means %s', (text, meaning) => {
  expect(findKeyword(text ?? '')?.meaning).toBe(meaning);
});
