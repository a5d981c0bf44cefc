import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A message in a folder of the server. */
export interface StoredMail {
  readonly uid: number;
  readonly source: Buffer;
  readonly flags: Set<string>;
  readonly date: Date;
}

/** A folder of the server. */
export interface ServerFolder {
  uidValidity: number;
  uidNext: number;
  readonly attributes: string;
  messages: StoredMail[];
}

/** A user of the server. */
export interface ServerUser {
  password?: string;
  /** A token of its provider (XOAUTH2). */
  token?: string;
  readonly folders: Map<string, ServerFolder>;
}

/** A mail server of a test, which speaks IMAP4rev1 with IDLE, MOVE, UIDPLUS, SPECIAL-USE and XOAUTH2 over real connections. */
export interface ImapServer {
  readonly port: number;
  readonly users: Map<string, ServerUser>;
  /** Commands as they came, without their tags. */
  readonly commands: string[];
  /** Does not respond: `greeting` from the start, `fetch` to requests for messages; undefined: responds. */
  hangs: 'greeting' | 'fetch' | undefined;
  /** Names messages twice, others than were requested, and wrong sizes. */
  lies: boolean;
  /** Lists no messages, although it says that there are some. */
  forgets: boolean;
  /** Ends each connection after so many requests for the content of messages. */
  endsAfter: number | undefined;
  /** Tells the other connections of a user that have a folder open. */
  notify(from: object, path: string, line: string): void;
  addUser(name: string, user: Omit<ServerUser, 'folders'>): ServerUser;
  /** Puts a message into a folder, and says so to those who wait. */
  deliver(name: string, source: string | Buffer, folder?: string, flags?: readonly string[]): StoredMail;
  /** Another mail program takes the message with a text out of a folder, for ever or into another one. */
  remove(name: string, text: string, folder?: string, to?: string): void;
  stop(): Promise<void>;
}

const CAPABILITIES = 'IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=XOAUTH2 IDLE MOVE UIDPLUS SPECIAL-USE NAMESPACE ID';

interface Session {
  readonly socket: Socket;
  user: ServerUser | undefined;
  path: string | undefined;
  idleTag: string | undefined;
  /** The command that waits for its next line. */
  waiting: string | undefined;
  fetches: number;
}

const NOTHING: ServerFolder = { uidValidity: 1, uidNext: 1, attributes: '', messages: [] };

/** Starts a server on a free port. */
export async function startImapServer(): Promise<ImapServer> {
  const sessions = new Set<Session>();
  const users = new Map<string, ServerUser>();
  const server = createServer((socket) => {
    const session: Session = { socket, user: undefined, path: undefined, idleTag: undefined, waiting: undefined, fetches: 0 };
    sessions.add(session);
    socket.on('error', () => undefined);
    socket.on('close', () => sessions.delete(session));
    if (imap.hangs === 'greeting') return;
    socket.write(`* OK [CAPABILITY ${CAPABILITIES}] ready\r\n`);
    readCommands(socket, (line) => respond(imap, session, line));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const imap: ImapServer = {
    port: (server.address() as AddressInfo).port,
    users,
    commands: [],
    hangs: undefined,
    lies: false,
    forgets: false,
    endsAfter: undefined,
    notify(from, path, line) {
      const { user } = from as Session;
      for (const one of sessions) if (one !== from && one.user === user && one.path === path) one.socket.write(`${line}\r\n`);
    },
    addUser(name, user) {
      const folders = new Map([
        ['INBOX', { uidValidity: 100, uidNext: 1, attributes: '', messages: [] as StoredMail[] }],
        ['Sent', { uidValidity: 101, uidNext: 1, attributes: '\\Sent', messages: [] as StoredMail[] }],
        ['Projects', { uidValidity: 102, uidNext: 1, attributes: '', messages: [] as StoredMail[] }],
        ['Junk', { uidValidity: 103, uidNext: 1, attributes: '\\Junk', messages: [] as StoredMail[] }],
      ]);
      const made: ServerUser = { ...user, folders };
      users.set(name, made);
      return made;
    },
    deliver(name, source, path = 'INBOX', flags = []) {
      const user = users.get(name);
      const folder = user?.folders.get(path);
      if (user === undefined || folder === undefined) throw new Error(`There is no folder ${path} of ${name}`);
      const mail = { uid: folder.uidNext, source: Buffer.from(source), flags: new Set(flags), date: new Date() };
      folder.uidNext += 1;
      folder.messages.push(mail);
      for (const { socket, user: of, path: open } of sessions)
        if (of === user && open === path) socket.write(`* ${folder.messages.length} EXISTS\r\n`);
      return mail;
    },
    remove(name, text, path = 'INBOX', to = undefined) {
      const user = users.get(name);
      const folder = user?.folders.get(path);
      const at = folder?.messages.findIndex(({ source }) => source.includes(text)) ?? -1;
      const [mail] = at < 0 ? [] : (folder?.messages.splice(at, 1) ?? []);
      if (mail === undefined) throw new Error(`There is no message ${text} in ${path} of ${name}`);
      for (const { socket, user: of, path: open } of sessions) if (of === user && open === path) socket.write(`* ${at + 1} EXPUNGE\r\n`);
      if (to !== undefined) imap.deliver(name, mail.source, to, [...mail.flags]);
    },
    async stop() {
      for (const { socket } of sessions) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return imap;
}

/** Reads lines with the literals in them. */
function readCommands(socket: Socket, handle: (line: string) => void): void {
  let pending = Buffer.alloc(0);
  let line = '';
  let literal = -1;
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      if (literal >= 0) {
        if (pending.length < literal) return;
        line += JSON.stringify(pending.subarray(0, literal).toString());
        pending = pending.subarray(literal);
        literal = -1;
      }
      const end = pending.indexOf('\r\n');
      if (end === -1) return;
      line += pending.subarray(0, end).toString();
      pending = pending.subarray(end + 2);
      const found = /\{(\d+)(\+?)\}$/.exec(line);
      if (found === null) {
        const whole = line;
        line = '';
        handle(whole);
      } else {
        literal = Number(found[1]);
        line = line.slice(0, found.index);
        if (found[2] === '') socket.write('+ go\r\n');
      }
    }
  });
}

function respond(imap: ImapServer, session: Session, line: string): void {
  const { socket } = session;
  if (session.idleTag !== undefined) {
    if (line.toUpperCase() === 'DONE') socket.write(`${session.idleTag} OK IDLE done\r\n`);
    session.idleTag = undefined;
    return;
  }
  const text = session.waiting === undefined ? line : `${session.waiting} ${line}`;
  session.waiting = undefined;
  if (/^\S+ AUTHENTICATE \S+$/i.test(text)) {
    session.waiting = text;
    return void socket.write('+ \r\n');
  }
  const [, tag = '', name = '', rest = ''] = /^(\S+) (\S+)(?: (.*))?$/.exec(text) ?? [];
  const isUid = name.toUpperCase() === 'UID';
  const [, inner = '', innerRest = ''] = isUid ? (/^(\S+)(?: (.*))?$/.exec(rest) ?? []) : [];
  const command = (isUid ? inner : name).toUpperCase();
  imap.commands.push(`${name} ${rest}`.replace(/^(LOGIN|AUTHENTICATE).*/i, '$1'));
  const handler = HANDLERS[command];
  if (handler === undefined) socket.write(`${tag} BAD unknown command\r\n`);
  else if (session.user === undefined && !OPEN.has(command)) socket.write(`${tag} NO sign in first\r\n`);
  else handler({ imap, session, tag, rest: isUid ? innerRest : rest, isUid });
}

interface Command {
  readonly imap: ImapServer;
  readonly session: Session;
  readonly tag: string;
  readonly rest: string;
  readonly isUid: boolean;
}

const OPEN = new Set(['CAPABILITY', 'ID', 'NOOP', 'LOGIN', 'AUTHENTICATE', 'LOGOUT']);

const HANDLERS: { readonly [command: string]: (command: Command) => void } = {
  CAPABILITY: (command) => done(command, `* CAPABILITY ${CAPABILITIES}`),
  ID: (command) => done(command, '* ID NIL'),
  NOOP: (command) => done(command),
  NAMESPACE: (command) => done(command, '* NAMESPACE (("" "/")) NIL NIL'),
  LOGIN: (command) => {
    const [user = '', password = ''] = listTexts(command.rest);
    signIn(command, command.imap.users.get(user), (found) => found.password === password);
  },
  AUTHENTICATE: (command) => {
    const [method = '', text = ''] = command.rest.split(' ');
    const decoded = Buffer.from(text, 'base64').toString();
    if (method.toUpperCase() === 'XOAUTH2') {
      const [, user = '', token = ''] = /^user=([^\u0001]*)\u0001auth=Bearer ([^\u0001]*)\u0001/.exec(decoded) ?? [];
      return signIn(command, command.imap.users.get(user), (found) => found.token !== undefined && found.token === token);
    }
    const [, user = '', password = ''] = decoded.split('\0');
    signIn(command, command.imap.users.get(user), (found) => found.password === password);
  },
  LOGOUT: (command) => {
    done(command, '* BYE');
    command.session.socket.end();
  },
  LIST: (command) => {
    const folders = [...(command.session.user?.folders ?? [])].map(([path, { attributes }]) => `* LIST (${attributes}) "/" "${path}"`);
    const isRoot = /^\S+ ""\s*$/.test(command.rest);
    done(command, ...(isRoot ? ['* LIST (\\Noselect) "/" ""'] : folders));
  },
  LSUB: (command) => done(command, ...[...(command.session.user?.folders ?? [])].map(([path]) => `* LSUB () "/" "${path}"`)),
  SELECT: (command) => open(command),
  EXAMINE: (command) => open(command),
  CLOSE: (command) => done(command),
  STATUS: (command) => {
    const [path = ''] = listTexts(command.rest);
    const { messages, uidNext, uidValidity } = command.session.user?.folders.get(path) ?? NOTHING;
    done(command, `* STATUS "${path}" (MESSAGES ${messages.length} UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity})`);
  },
  SEARCH: (command) => {
    const name = /^HEADER (?:"Message-ID"|Message-ID) (.*)$/i.exec(command.rest)?.[1];
    const wanted = name === undefined ? '' : `Message-ID: ${listTexts(name)[0] ?? ''}`;
    const all = folderOf(command.session).messages;
    const messages = command.imap.forgets ? [] : all.filter(({ source }) => source.includes(wanted));
    done(command, `* SEARCH ${messages.map(({ uid }) => uid).join(' ')}${command.imap.lies ? ' 0 4294967295' : ''}`);
  },
  FETCH: (command) => fetchMessages(command),
  STORE: (command) => {
    const [, set = '', mode = '', list = ''] = /^(\S+) ([+-]?)FLAGS(?:\.SILENT)? \(([^)]*)\)/i.exec(command.rest) ?? [];
    for (const { mail } of select(command, set))
      for (const flag of list.split(' '))
        if (mode === '-') mail.flags.delete(flag);
        else mail.flags.add(flag);
    done(command);
  },
  MOVE: (command) => moveMessages(command),
  IDLE: ({ session, tag }) => {
    session.idleTag = tag;
    session.socket.write('+ idling\r\n');
  },
};

function done({ session, tag }: Command, ...lines: readonly string[]): void {
  session.socket.write([...lines, `${tag} OK done`, ''].join('\r\n'));
}

function signIn({ session, tag }: Command, user: ServerUser | undefined, isRight: (user: ServerUser) => boolean): void {
  if (user === undefined || !isRight(user)) return void session.socket.write(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n`);
  session.user = user;
  session.socket.write(`${tag} OK [CAPABILITY ${CAPABILITIES}] signed in\r\n`);
}

/** The texts of a command: quoted, or single words. */
function listTexts(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted?.replace(/\\(.)/g, '$1') ?? word);
}

function open(command: Command): void {
  const [path = ''] = listTexts(command.rest);
  const folder = command.session.user?.folders.get(path);
  if (folder === undefined) return void command.session.socket.write(`${command.tag} NO there is no such folder\r\n`);
  command.session.path = path;
  const { messages, uidNext, uidValidity } = folder;
  const flags = '(\\Seen \\Answered \\Flagged \\Deleted \\Draft)';
  const lines = [`* ${messages.length} EXISTS`, '* 0 RECENT', `* FLAGS ${flags}`, `* OK [PERMANENTFLAGS ${flags}] ok`];
  command.session.socket.write(
    [...lines, `* OK [UIDVALIDITY ${uidValidity}] ok`, `* OK [UIDNEXT ${uidNext}] ok`, `${command.tag} OK [READ-WRITE] open`, ''].join(
      '\r\n',
    ),
  );
}

function folderOf({ user, path }: Session): ServerFolder {
  return user?.folders.get(path ?? '') ?? NOTHING;
}

/** The messages of a set such as `1:4,7,9:*`, by number or by place. */
function select({ session, isUid }: Command, set: string): readonly { readonly mail: StoredMail; readonly place: number }[] {
  const { messages } = folderOf(session);
  const most = isUid ? (messages.at(-1)?.uid ?? 0) : messages.length;
  const ranges = set.split(',').map((part) => {
    const [from = 0, to = from] = part.split(':').map((one) => (one === '*' ? most : Number(one)));
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  return messages
    .map((mail, index) => ({ mail, place: index + 1 }))
    .filter(({ mail, place }) => ranges.some(([from, to]) => (isUid ? mail.uid : place) >= from && (isUid ? mail.uid : place) <= to));
}

function fetchMessages(command: Command): void {
  const { imap, session, rest } = command;
  if (imap.hangs === 'fetch') return;
  const [set = ''] = rest.split(' ');
  const wantsContent = /BODY(?:\.PEEK)?\[\]/i.test(rest);
  if (wantsContent) session.fetches += 1;
  if (imap.endsAfter !== undefined && session.fetches > imap.endsAfter) return void session.socket.destroy();
  const found = select(command, set);
  const shown = imap.lies
    ? [
        ...found,
        ...found.slice(0, 1),
        ...folderOf(session)
          .messages.slice(-1)
          .map((mail) => ({ mail, place: 1 })),
      ]
    : found;
  for (const { mail, place } of shown) writeMessage(command, mail, place, wantsContent);
  done(command);
}

function writeMessage({ imap, session, rest }: Command, mail: StoredMail, place: number, wantsContent: boolean): void {
  const size = imap.lies ? 7 : mail.source.length;
  const parts = [`UID ${mail.uid}`, `FLAGS (${[...mail.flags].join(' ')})`];
  if (/INTERNALDATE/i.test(rest)) parts.push(`INTERNALDATE "${formatDate(mail.date)}"`);
  if (/RFC822\.SIZE/i.test(rest)) parts.push(`RFC822.SIZE ${size}`);
  const end = mail.source.indexOf('\r\n\r\n');
  const content = wantsContent ? mail.source : /BODY(?:\.PEEK)?\[HEADER\]/i.test(rest) ? mail.source.subarray(0, end + 4) : undefined;
  session.socket.write(`* ${place} FETCH (${parts.join(' ')}`);
  if (content !== undefined) {
    session.socket.write(` BODY[${wantsContent ? '' : 'HEADER'}] {${content.length}}\r\n`);
    session.socket.write(content);
  }
  session.socket.write(')\r\n');
}

function formatDate(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] = /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day}-${month}-${year} ${time} +0000`;
}

function moveMessages(command: Command): void {
  const [set = '', path = ''] = listTexts(command.rest);
  const target = command.session.user?.folders.get(path);
  if (target === undefined) return void command.session.socket.write(`${command.tag} NO [TRYCREATE] there is no such folder\r\n`);
  const source = folderOf(command.session);
  const moved = select(command, set).map(({ mail }) => mail);
  const from: number[] = [];
  const to: number[] = [];
  for (const mail of moved) {
    from.push(mail.uid);
    to.push(target.uidNext);
    target.messages.push({ ...mail, uid: target.uidNext });
    target.uidNext += 1;
  }
  const lines = moved.map((mail) => {
    const place = source.messages.indexOf(mail) + 1;
    source.messages = source.messages.filter((one) => one !== mail);
    command.imap.notify(command.session, command.session.path ?? '', `* ${place} EXPUNGE`);
    return `* ${place} EXPUNGE`;
  });
  command.imap.notify(command.session, path, `* ${target.messages.length} EXISTS`);
  done(command, `* OK [COPYUID ${target.uidValidity} ${from.join(',')} ${to.join(',')}] moved`, ...lines);
}
