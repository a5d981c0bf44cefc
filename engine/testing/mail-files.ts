import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A mail that the mail sink wrote to the data folder. */
export interface MailFile {
  readonly file: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** The mails written to files because no mail server is configured, oldest first. */
export function readMailFiles(dataFolder: string): readonly MailFile[] {
  const folder = path.join(dataFolder, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      const [heads = '', ...text] = readFileSync(file, 'utf8').split('\r\n\r\n');
      const to = /^To: (.*)$/m.exec(heads)?.[1] ?? '';
      return { file, to: to.split(', '), text: text.join('\r\n\r\n') };
    });
}
