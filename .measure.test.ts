import { expect, it } from 'vitest';
import { describePluginRules } from './tests/api/each-store.ts';
import { must } from './tests/support/record-helpers.ts';
import { upload } from './tests/support/upload.ts';
let seed = 7; const rnd = (n: number) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * n); };
const syl = ['an','ber','car','den','el','fin','gor','hal','is','jen','kor','lin','mon','nor','os','per','quin','ros','ston','ter','ul','van','wil','yor','zan'];
const lastName = () => Array.from({ length: 2 + rnd(2) }, () => syl[rnd(25)]).join('');
const firsts = ['robert','bob','mary','maria','john','james','linda','susan','karen','nancy','lisa','betty','daniel','mark','paul','kevin','anna','emma','ruth','judy','carol','alice','julia','grace','rose','ann','dora','ida','noa','rey'];
const dob = () => `${1950 + rnd(50)}${String(1 + rnd(12)).padStart(2, '0')}${String(1 + rnd(28)).padStart(2, '0')}`;
const day = (d: string) => `${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6)}`;
const HEAD = 'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE';
describePluginRules('m', (server) => {
  it('100,000 x 1,000', async () => {
    const rows = Array.from({ length: 100_000 }, () => `"${lastName().toUpperCase()}","${firsts[rnd(30)]!.toUpperCase()}","${String.fromCharCode(65 + rnd(26))}","","INDIVIDUAL","NURSE/NURSES AIDE","","0000000000","${rnd(10) === 0 ? '' : dob()}","${rnd(9999)} MAIN STREET","ERIE","PA","16501","1128b4","20190418","00000000","00000000",""`);
    const providers = Array.from({ length: 1_000 }, () => ({ first_name: firsts[rnd(30)]!, last_name: lastName(), birth_date: day(dob()), provider_type: 'W2' }));
    const made = await server().application.records.createMany({ kind: 'system' } as never, { module: 'providers', records: providers as never, quiet: true });
    console.log('providers', made.done.length, made.refused[0]);
    for (let round = 0; round < 2; round += 1) {
      const { path } = await must(upload(server().admin, { name: 'UPDATED.csv', content: [HEAD, ...rows].join('\r\n') }), 201);
      const cpu = process.cpuUsage(); const start = Date.now();
      const { _id } = await must(server().admin.post('/api/exclusion-lists', { file: path }), 201);
      await expect.poll(async () => (await must(server().admin.get(`/api/exclusion-lists/${_id}`))).status, { timeout: 600_000 }).toBe('Compared');
      const used = process.cpuUsage(cpu);
      console.log(JSON.stringify(await must(server().admin.get(`/api/exclusion-lists/${_id}`))), 'ms', Date.now() - start, 'cpu', (used.user + used.system) / 1e6, 'rss', process.memoryUsage().rss / 1048576);
    }
    console.log((await must(server().admin.post('/api/evidence-checks/search', { pageSize: 1 }))).total, (await must(server().admin.post('/api/exclusion-matches/search', { pageSize: 1 }))).total);
  });
});
