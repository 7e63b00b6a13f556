export const formatCount = (count: number) => count.toLocaleString('en-US')

export const countOf = (count: number, noun: string, plural = `${noun}s`) =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`
