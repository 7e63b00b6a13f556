import { headers } from 'next/headers'

export const readClientAddress = async () => (await headers()).get('x-client-address') ?? undefined
