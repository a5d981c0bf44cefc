// The server of the baselines without a database: its get sends the first record that was loaded.
//   tsx tests/bench/baseline/none.ts <port>
import { serveBaseline, type BaselineStore } from './http.ts';

let record: object = {};
const refuse = (): never => {
  throw new Error('this server has no database');
};
const store: BaselineStore = {
  get: () => record,
  search: refuse,
  create: refuse,
  update: refuse,
  load: (records) => void (record = records[0] ?? {}),
  close: () => undefined,
};
await serveBaseline(store, Number(process.argv[2]));
