import { parentPort, workerData } from 'node:worker_threads';
import { parseMail } from './parse-mail.ts';

/** Files of at least so many bytes are passed on without a copy. */
const TRANSFERRED = 65_536;

const { buffer, byteOffset, byteLength } = workerData as Uint8Array<ArrayBuffer>;
const mail = await parseMail(Buffer.from(buffer, byteOffset, byteLength));
const buffers = mail.files.map(({ content }) => content.buffer as ArrayBuffer).filter((one) => one.byteLength >= TRANSFERRED);
parentPort?.postMessage(mail, [...new Set(buffers)]);
