import type { Socket } from 'node:net';
import { MongoNetworkError } from 'mongodb';
// The driver does not export this class.
import { Connection } from 'mongodb/lib/cmap/connection.js';

/** What is used of a connection of the driver. */
interface DriverConnection {
  readonly socket: Socket;
  onError(error: Error): void;
  writeCommand: (this: DriverConnection, command: unknown, options: unknown) => Promise<void>;
}

let isApplied = false;

/**
 * Makes a command fail with a network error when its socket is closed while the command is written. The driver (7.9) waits for
 * 'drain' or 'error', and a socket that the server has ended emits neither: after the end of a server, a command that was
 * sent before the socket's 'close' would never get a result.
 */
export function rejectWritesToClosedSockets(): void {
  if (isApplied) return;
  isApplied = true;
  const prototype = Connection.prototype as DriverConnection;
  const { writeCommand } = prototype;
  prototype.writeCommand = async function writeOrReject(command, options): Promise<void> {
    const { socket } = this;
    let onClose = (): void => undefined;
    const closed = new Promise<never>((_resolve, reject) => {
      onClose = () => {
        const error = new MongoNetworkError('The server closed the connection.');
        this.onError(error);
        reject(error);
      };
      if (socket.closed) onClose();
      else socket.once('close', onClose);
    });
    try {
      await Promise.race([closed, writeCommand.call(this, command, options)]);
    } finally {
      socket.off('close', onClose);
    }
  };
}
