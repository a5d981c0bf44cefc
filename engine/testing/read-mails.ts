import type { Application } from '../application/index.ts';
import type { TestMail } from './contract.ts';
import { readMailFiles } from './mail-files.ts';

const PAGE_SIZE = 200;

/** All stored mails, oldest first. */
export async function readMails({ mail, configuration }: Pick<Application, 'mail' | 'configuration'>): Promise<readonly TestMail[]> {
  const mails: TestMail[] = [];
  const files = readMailFiles(configuration.dataFolder);
  for (let total = 1; mails.length < total; ) {
    const page = await mail.listStored?.({ offset: mails.length, limit: PAGE_SIZE });
    if (page === undefined || page.data.length === 0) break;
    total = page.total;
    // The text of a confidential mail is in a file that is named by its id.
    const textOf = (id: string): string => files.find(({ file }) => file.endsWith(`${id}.eml`))?.text.trimEnd() ?? '';
    mails.push(...page.data.map(({ _id, to, subject, text, sentAt }) => ({ to, subject, text: text ?? textOf(_id), sentAt })));
  }
  return mails.reverse();
}
