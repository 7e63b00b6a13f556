import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { linkProject } from '#testing/linked-project.ts'
import { waitUntilOk } from './server-process.ts'

interface NpmProcess {
  pid: number
  /** The exit code of npm, or null after a signal. */
  exited: Promise<number | null>
  output(): string
  waitFor(url: string): Promise<void>
}

/** A project folder with its own `.env`, in which npm scripts run like for an operator. */
export class Project {
  readonly folder = linkProject()
  readonly #children: NpmProcess[] = []

  constructor(variables: Record<string, string>) {
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(path.join(this.folder, '.env'), lines.join(''))
  }

  run(args: string[], env: Record<string, string> = {}): NpmProcess {
    const child = spawn('npm', ['run', '--silent', '--script-shell=/bin/sh', ...args], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'test', ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const exited = once(child, 'close').then(() => child.exitCode)
    const npm = {
      pid: child.pid ?? 0,
      exited,
      output: () => output,
      waitFor: (url: string) => waitUntilOk(url, exited, () => output),
    }
    this.#children.push(npm)
    return npm
  }

  async output(args: string[], env: Record<string, string> = {}): Promise<string> {
    const npm = this.run(args, env)
    await npm.exited
    return npm.output()
  }

  remove() {
    rmSync(this.folder, { recursive: true })
  }
}
