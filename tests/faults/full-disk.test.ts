import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchProduct, startProduct, useProgram } from './product-process.ts';

/** A process with its own mounts, which some systems allow for ordinary users. */
const UNSHARE = 'unshare -rm /bin/sh -c';
const canMount = spawnSync('/bin/sh', ['-c', `${UNSHARE} 'mount -t tmpfs tmpfs /mnt'`]).status === 0;
if (!canMount)
  console.warn(
    'Left out: a real full disk and a real read-only one (this system lets nobody mount; the same errors are raised in failing-store.test.ts)',
  );

describe.runIf(canMount)('A separate disk', () => {
  const { folder, theProgram } = useProgram('disk');

  it('that is full refuses writes and loses nothing, and works again once there is space', async () => {
    const disk = mkdtempSync(path.join(folder, 'disk-'));
    // `mount` applies inside the namespace of the process: from here the disk is accessed through it.
    const product = await startProduct(theProgram(), {
      dataFolder: disk,
      wrap: { command: UNSHARE, script: `mount -t tmpfs -o size=48m tmpfs ${disk} && cd ${disk}` },
    });
    try {
      const inside = `/proc/${product.child.pid}/root${disk}`;
      const admin = await product.signIn();
      const acknowledged: string[] = [];
      const save = async (): Promise<number> => {
        const { status, body } = await admin.post('/api/leads', {
          first_name: 'Disk',
          last_name: `Lead ${acknowledged.length}`,
          lead_status: 'new',
          next_step: 'x'.repeat(900),
          description: 'y'.repeat(50_000),
        });
        if (status === 201) acknowledged.push(body._id);
        else expect([status, body]).toEqual([503, { error: 'The disk is full. Nothing was saved.', code: 'store_full', details: [] }]);
        return status;
      };
      expect(await save()).toBe(201);
      fill(path.join(inside, 'ballast'));
      let status = 201;
      for (let tries = 0; tries < 400 && status === 201; tries += 1) status = await save();
      expect(status).toBe(503);
      for (let tries = 0; tries < 5; tries += 1) expect(await save()).toBe(503);
      expect((await admin.get(`/api/leads/${acknowledged[0]}`)).body).toMatchObject({ last_name: 'Lead 0' });
      expect((await admin.get('/api/ready')).body.code).toBe('store_full');
      // People sign in and read.
      expect((await (await product.signIn()).get(`/api/leads/${acknowledged[0]}`)).body).toMatchObject({ last_name: 'Lead 0' });
      rmSync(path.join(inside, 'ballast'));
      expect(await save()).toBe(201);
      expect((await admin.get('/api/ready')).status).toBe(200);
      const { body } = await admin.post('/api/leads/search', { idsOnly: true, pageSize: 1_000 });
      expect([...body.data].sort()).toEqual([...acknowledged].sort());
      expect(product.child.exitCode).toBeNull();
      expect(product.standardError()).toBe('');
    } finally {
      await product.remove();
    }
  });

  it('that is read-only is refused at the start, with its name', async () => {
    const disk = mkdtempSync(path.join(folder, 'disk-'));
    const first = await startProduct(theProgram(), { dataFolder: disk });
    first.signal('SIGTERM');
    await first.ended;
    const product = await launchProduct(theProgram(), {
      dataFolder: disk,
      wrap: { command: UNSHARE, script: `mount --bind ${disk} ${disk} && mount -o remount,bind,ro ${disk}` },
    });
    expect(await product.ended).toEqual({ code: 1, signal: null });
    expect(product.standardError()).toMatch(/^Muster cannot start\. .*(read-only|cannot be written)/);
    expect(product.standardError()).not.toMatch(/\n\s+at /);
  });
});

/** Fills the remaining space. */
function fill(file: string): void {
  for (const size of [1 << 20, 1 << 16, 1 << 12]) {
    for (;;) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
        break;
      }
    }
  }
}
