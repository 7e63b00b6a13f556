import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A data folder that can be full, and have room again, under a server that runs on it. */
export interface Disk {
  kind: string
  dataDir: string
  /** The command that the server has to be run by. */
  through: string[]
  fill(pid: number): void
  free(pid: number): void
  remove(): void
}

const unshare = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm']
const onOwnDisk = 'mount -t tmpfs -o size=32m halyard "$0" && cp -a "$1/." "$0" && shift && exec "$@"'

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'halyard-disk-'))

function fillUp(file: string) {
  const descriptor = openSync(file, 'w')
  for (const size of [1_000_000, 4096, 1])
    for (;;)
      try {
        writeSync(descriptor, Buffer.alloc(size))
      } catch {
        break
      }
  closeSync(descriptor)
}

/** A small disk in memory that only the server has mounted; it goes when the server does. */
function ownDisk(samples: string): Disk {
  const dataDir = newFolder()
  const filler = (pid: number) => `/proc/${pid}/root${dataDir}/filler`
  return {
    kind: 'a disk of its own',
    dataDir,
    through: [...unshare, 'sh', '-c', onOwnDisk, dataDir, samples],
    fill: (pid) => fillUp(filler(pid)),
    free: (pid) => rmSync(filler(pid)),
    remove: () => rmSync(dataDir, { recursive: true }),
  }
}

/** No file may become larger than the journal is: to a writer that is a disk without room, on any machine. */
function limitedFiles(samples: string): Disk {
  const dataDir = newFolder()
  execFileSync('cp', ['-a', `${samples}/.`, dataDir])
  const limit = (pid: number, bytes: number | 'unlimited') =>
    void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  return {
    kind: 'files that may not grow',
    dataDir,
    through: [],
    fill: (pid) => limit(pid, statSync(path.join(dataDir, 'halyard.db-wal')).size),
    free: (pid) => limit(pid, 'unlimited'),
    remove: () => rmSync(dataDir, { recursive: true }),
  }
}

const mayMount = () =>
  spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'mount', '-t', 'tmpfs', 'halyard', tmpdir()]).status === 0

export const disks = [...(mayMount() ? [ownDisk] : []), limitedFiles]
