import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const deploy = path.resolve(import.meta.dirname, '../deploy')
const binary = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(
  (place) => existsSync(place),
)

export const hasNginx = binary !== undefined

export interface Nginx {
  url: string
  pid: number
  errors(): Promise<string>
  stop(): Promise<void>
}

/** Moves the paths of the deployed configuration into a folder. */
async function configuration(folder: string): Promise<string> {
  const replacements: [string, string][] = [
    ['pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`],
    ['/var/log/nginx/', `${folder}/`],
    // Distributions have these in folders of root.
    [
      'client_body_temp_path ',
      ['fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/cache/${name}; `).join('') +
        'client_body_temp_path ',
    ],
    ['/var/cache/nginx/', `${folder}/cache/`],
    // Raises the limits, because all clients of a test have one address.
    ['rate=50r/s', 'rate=5000r/s'],
  ]
  return replacements.reduce(
    (text, [deployed, tested]) => {
      if (!text.includes(deployed)) throw new Error(`deploy/nginx.conf has no "${deployed}"`)
      return text.replaceAll(deployed, tested)
    },
    await readFile(path.join(deploy, 'nginx.conf'), 'utf8'),
  )
}

/** Starts nginx with deploy/nginx.conf in front of nodes on these ports. `more` is added to its server block. */
export async function startNginx(nodes: number[], more = ''): Promise<Nginx> {
  if (!binary) throw new Error('nginx is not installed.')
  const folder = await mkdtemp(path.join(tmpdir(), 'halyard-nginx-'))
  // Its workers run as another user.
  await chmod(folder, 0o755)
  for (const name of ['cache', 'halyard']) await mkdir(path.join(folder, name))
  const port = await freePort()
  const server = (node: number, options: string) => `server 127.0.0.1:${node} ${options};\n`
  const servers = [
    ...nodes.map((node) => server(node, 'max_fails=1 fail_timeout=2s')),
    ...nodes.map((node) => server(node, 'max_fails=0 backup')),
  ]
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, await configuration(folder))
  await writeFile(path.join(folder, 'halyard/nodes.conf'), servers.join(''))
  await writeFile(path.join(folder, 'halyard/listen.conf'), `listen 127.0.0.1:${port};\n${more}`)
  const errorLog = path.join(folder, 'error.log')
  const args = ['-p', folder, '-c', file, '-e', errorLog, '-g', 'daemon off;']
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  const errors = () => readFile(errorLog, 'utf8')
  await eventually('nginx', async () => {
    if (child.exitCode !== null) throw new Error(await errors())
    return fetch(`${url}/-`).then(
      () => true,
      () => false,
    )
  })
  return {
    url,
    pid: child.pid ?? 0,
    errors,
    stop: async () => {
      process.off('exit', end)
      end()
      await exited
      await rm(folder, { recursive: true })
    },
  }
}
