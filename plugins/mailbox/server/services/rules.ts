import type { VisibleRecord } from '#engine';
import { foldText, toText, type JsonObject } from '#engine/model';
import type { ParsedMail } from './parse-mail.ts';

/** Messages that go into a folder: all texts of it are in the message. */
export interface FolderRule {
  readonly folder: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
}

/** The rules of folders, in the order of the folders. A line without a text matches nothing. */
export function listRules(folders: readonly VisibleRecord[]): readonly FolderRule[] {
  return folders.flatMap(({ _id, rules }) =>
    (Array.isArray(rules) ? (rules as readonly JsonObject[]) : [])
      .map(({ sender, recipient, subject }) => ({
        folder: _id,
        sender: foldText(toText(sender)),
        recipient: foldText(toText(recipient)),
        subject: foldText(toText(subject)),
      }))
      .filter(({ sender, recipient, subject }) => `${sender}${recipient}${subject}` !== ''),
  );
}

/** The folder of a new message: that of the first rule that fits, else the one in which it arrived. */
export function chooseFolder(rules: readonly FolderRule[], mail: ParsedMail, arrivedIn: string): string {
  const sender = foldText(`${mail.senderName} ${mail.sender}`);
  const recipients = foldText([...mail.to, ...mail.cc].join(' '));
  const subject = foldText(mail.subject);
  const found = rules.find((rule) => sender.includes(rule.sender) && recipients.includes(rule.recipient) && subject.includes(rule.subject));
  return found?.folder ?? arrivedIn;
}
