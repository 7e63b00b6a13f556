import { describe, expect, it } from '@jest/globals'
import { parseEnv } from './env.ts'

describe('the environment', () => {
  it('needs nothing', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      DATA_DIR: './data',
      DEMO_CONTENT: true,
    })
  })

  it('follows the port, and takes an empty variable for an unset one', () => {
    expect(parseEnv({ PORT: '4000', SITE_URL: '' }).SITE_URL).toBe('http://localhost:4000')
  })

  it('names every wrong variable', () => {
    expect(() => parseEnv({ PORT: 'x', DATABASE_URL: 'mysql://a', DEMO_CONTENT: 'yes' })).toThrow(
      /PORT .*DATABASE_URL must start with postgres:\/\/.*DEMO_CONTENT must be true or false/,
    )
  })
})
