import { expect, it } from 'vitest';
import { divideComment, findMention } from './find-mention.ts';

it('finds the mention at the cursor', () => {
  expect(findMention('Hello @me', 9)).toEqual({ at: 6, search: 'me' });
  expect(findMention('@Mei Ta', 7)).toEqual({ at: 0, search: 'Mei Ta' });
  expect(findMention('@', 1)).toEqual({ at: 0, search: '' });
  expect(findMention('Hello @me and', 9)).toEqual({ at: 6, search: 'me' });
  for (const text of ['', 'no mention', 'mei@example.test', '@Mei Tanaka called', '@ x'])
    expect(findMention(text, text.length)).toBeUndefined();
});

it('divides a comment at the mentioned names', () => {
  expect(divideComment('Ask @Mei Tanaka, @Mei or @Bo.', ['Mei', 'Mei Tanaka'])).toEqual([
    { text: 'Ask ', isMention: false },
    { text: '@Mei Tanaka', isMention: true },
    { text: ', ', isMention: false },
    { text: '@Mei', isMention: true },
    { text: ' or @Bo.', isMention: false },
  ]);
  expect(divideComment('Plain', [''])).toEqual([{ text: 'Plain', isMention: false }]);
  expect(divideComment('', ['Mei'])).toEqual([]);
});
