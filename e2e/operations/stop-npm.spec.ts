import { request } from 'node:http'
import { expect, test } from '@playwright/test'
import { freePort } from '#testing/free-port.ts'
import { account, accountEnv } from '../support/session.ts'
import { Project } from '../support/npm-process.ts'
import { Staff } from '../support/staff-client.ts'

const isRefused = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  )

const commands = [
  { script: 'start', portVariable: 'PORT' },
  { script: 'upstream', portVariable: 'UPSTREAM_PORT' },
]

for (const { script, portVariable } of commands)
  test(
    `SIGTERM to npm run ${script} stops the server and completes open requests`,
    {
      tag: '@once',
    },
    async () => {
      const port = await freePort()
      const url = `http://localhost:${port}`
      const settings = { [portVariable]: String(port), LOG_LEVEL: 'error', DEMO_CONTENT: 'false' }
      const project = new Project({ ...settings, ...accountEnv })
      const npm = project.run([script])
      await npm.waitFor(`${url}/api/ready`)
      const token = await Staff.signIn(url)

      const body = JSON.stringify({
        title: `Sent while stopping ${account.email}`,
        content: 'x',
        published: true,
      })
      const response = new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request(
          `${url}/api/blogs`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            },
          },
          (response) => resolve(response.resume().statusCode),
        )
        outgoing.on('error', reject)
        outgoing.write(body.slice(0, 10), () => {
          // A response on another connection shows that the beginning has been read.
          void fetch(`${url}/api/health`).then(() => {
            process.kill(npm.pid, 'SIGTERM')
            setTimeout(() => outgoing.end(body.slice(10)), 2_000)
          }, reject)
        })
      })
      expect(await response).toBe(201)
      expect(await npm.exited, npm.output()).toBe(0)
      expect(await isRefused(url), 'the port is free').toBe(true)
      project.remove()
    },
  )
