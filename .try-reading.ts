import { startThread } from './engine/threads/index.ts';
import { makePdf, makePicture, makeScan, makeEncrypted, makeBomb, makeLargePicture } from './plugins/credentialing/tests/reading-documents.ts';
import { proposeValues } from './plugins/credentialing/shared/reading-proposals.ts';
const run = (content: Buffer, kind: string) => new Promise<any>((resolve) => {
  const t = startThread(new URL('./read-document-thread.ts', import.meta.url), { data: { content: new Uint8Array(content), kind }, limits: { maxOldGenerationSizeMb: 1024 } });
  t.on('message', (m) => { resolve(m); void t.terminate(); }); t.on('error', (e) => resolve(e)); t.on('exit', (c) => resolve({ exit: c }));
});
for (const [name, make, kind] of [['pdf', () => makePdf(), 'pdf'], ['picture', () => makePicture(), 'picture'], ['scan', makeScan, 'pdf'], ['encrypted', makeEncrypted, 'pdf'], ['bomb', makeBomb, 'pdf'], ['large', makeLargePicture, 'picture'], ['pages', () => makePdf(undefined, 2000), 'pdf']] as const) {
  const content = await make();
  const t = Date.now();
  const reply = await run(content, kind);
  console.log(name, content.length, Date.now() - t, 'ms', reply.pages ? reply.pages.length + '/' + reply.pageCount : reply);
  if (reply.pages) console.log(proposeValues(reply.pages, { name: 'Silas Monteverde', today: '2026-11-24' }).map((p) => `${p.field}=${p.value} (${p.label}) ${p.confidence} ${JSON.stringify(p.box)}`).join('\n'));
}
