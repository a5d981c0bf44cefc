import { expect, it } from 'vitest';
import { cleanHtml, htmlToText } from './clean-html.ts';

it.each([
  ['<script>alert(1)</script>Hi', 'Hi'],
  ['<form action="https://x.test"><input name="a"><button>Go</button></form>', 'Go'],
  ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['<img src="https://x.test/a.png" onerror="alert(1)">', '<img src="https://x.test/a.png" />'],
  ['<img src="data:image/svg+xml;base64,AA">', '<img />'],
  ['<iframe src="https://x.test"></iframe><object></object>', ''],
  ['<p style="color:#112233;position:fixed;background:url(https://x.test)">a</p>', '<p style="color:#112233">a</p>'],
  ['<style>p{}</style><b>b</b>', '<b>b</b>'],
])('cleans %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});

it('writes the text of HTML', () => {
  expect(htmlToText('<p>Hello <b>Mei</b> &amp; Co</p><p>See<br>you</p>')).toBe('Hello Mei & Co\nSee\nyou');
});
