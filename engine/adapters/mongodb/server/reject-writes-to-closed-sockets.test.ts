import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectWritesToClosedSockets } from './reject-writes-to-closed-sockets.ts';

interface TestConnection {
  writeCommand(command: object, options: object): Promise<void>;
}

const COMMAND = { toBin: () => Promise.resolve([new Uint8Array(16)]) };
const OPTIONS = { agreedCompressor: 'none' };

describe('A command of the MongoDB driver', () => {
  let server: Server;
  beforeAll(async () => {
    rejectWritesToClosedSockets();
    server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  async function open(): Promise<{ readonly socket: Socket; readonly connection: TestConnection; readonly errors: Error[] }> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const errors: Error[] = [];
    const own = { socket, onError: (error: Error) => void errors.push(error) };
    return { socket, errors, connection: Object.assign(Object.create(Connection.prototype) as TestConnection, own) };
  }

  it('is written to an open socket, and leaves no listener', async () => {
    const { socket, connection } = await open();
    const before = socket.listenerCount('close');
    await connection.writeCommand(COMMAND, OPTIONS);
    expect(socket.listenerCount('close')).toBe(before);
    socket.destroy();
  });

  it('fails when its socket has ended and is about to close', async () => {
    const { socket, connection, errors } = await open();
    socket.destroy();
    await expect(connection.writeCommand(COMMAND, OPTIONS)).rejects.toBeInstanceOf(MongoNetworkError);
    expect(errors).toHaveLength(1);
  });

  it('fails when its socket is closed', async () => {
    const { socket, connection } = await open();
    socket.destroy();
    await once(socket, 'close');
    await expect(connection.writeCommand(COMMAND, OPTIONS)).rejects.toBeInstanceOf(MongoNetworkError);
  });
});
