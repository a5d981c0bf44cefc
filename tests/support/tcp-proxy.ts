import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a server whose connection a test can break and restore. */
export interface TcpProxy {
  /** The address of the proxy. */
  readonly url: string;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  /** Bytes transferred since the last call. */
  takeBytes(): number;
}

/** Starts a proxy to the server of an address such as `redis://127.0.0.1:6379`. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const lay = (): ReturnType<typeof createServer> =>
    createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.on('data', (chunk) => (bytes += chunk.length));
      near.pipe(far);
      far.pipe(near);
    });
  let server = lay().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    url: `redis://127.0.0.1:${own}`,
    disconnect: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    reconnect: async () => {
      server = lay().listen(own, '127.0.0.1');
      await once(server, 'listening');
    },
    takeBytes: () => {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
  };
}
