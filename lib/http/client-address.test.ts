import { describe, expect, it } from '@jest/globals'
import { clientAddress } from './client-address.ts'

describe('the address of a visitor', () => {
  it('is the socket without a trusted proxy, whatever is claimed', () => {
    expect(clientAddress('::ffff:10.0.0.1', '1.2.3.4', 0)).toBe('10.0.0.1')
  })

  it('is what the outermost trusted proxy saw', () => {
    expect(clientAddress('10.0.0.1', '6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4')
    expect(clientAddress('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.9', 2)).toBe('1.2.3.4')
    expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1')
  })
})
