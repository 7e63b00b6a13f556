import { describe, expect, it } from '@jest/globals'
import { beginningOf, plainText, searchableText } from './plain-text.ts'
import { expectLinear } from './testing/linear.ts'

const wordsOf = (content: string) => plainText(content).trim().replace(/\s+/g, ' ')

describe('plain text', () => {
  it('is read in linear time from a reference with a long gap', () => {
    expectLinear((gap) => void plainText(`[a]: ${gap}b c`), ' ')
  })

  it('leaves out tags, addresses, images and entities', () => {
    const words = plainText(
      '# Title\n\nSee [the docs](https://example.com/a) & `code` ![alt](/x.png)<b>bold</b>',
    ).split(/\s+/)
    expect(words.filter((word) => /\w/.test(word))).toEqual(['Title', 'See', 'the', 'docs', 'code', 'bold'])
  })

  it.each([
    ['The `<dialog>` and ``a`b``', 'The <dialog> and a`b'],
    ['```html\n<dialog>*x*</dialog> &amp;\n```\nAfter', '<dialog>*x*</dialog> &amp; After'],
    ['1. ~~~js\n   a_b\n   ~~~\n\nAfter <b>it</b>', 'a_b After it'],
    ['- ````\n  ```\n  # x\n  ````\n- y', '``` # x y'],
    ['<!-- ``` --> shown <!-- `x` -->', 'shown'],
  ])('keeps code as it is: %j', (content, text) => expect(wordsOf(content)).toBe(text))

  it.each([
    ['It is **un**believable', 'It is unbelievable'],
    ['这是**重要**的', '这是重要的'],
    ['**a *b* c**, ***d***, ~~e~~, __f _g_ h__', 'a b c, d, e, f g h'],
    ['_snake_case_ and snake_case_name', 'snake_case and snake_case_name'],
    ['5 * 3 > 2, C# and F#, ~5 - 4, #1, a*', '5 * 3 > 2, C# and F#, ~5 - 4, #1, a*'],
    ['\\*not\\* \\<b> \\`a`', '*not* <b> `a`'],
    ['<b>un</b>bold, H<sub>2</sub>O, a<br>b', 'unbold, H2O, a b'],
  ])('has no marks of emphasis, but other signs: %j', (content, text) => expect(wordsOf(content)).toBe(text))

  it.each([
    ['caf&eacute;test don&#8217;t R&amp;D &#x1F600;', 'cafétest don’t R&D 😀'],
    ['&quot;quoted&quot; &ndash; it&rsquo;s', '"quoted" – it’s'],
    ['&lt;b&gt; &amp;lt; &#42;x&#42;', '<b> &lt; *x*'],
    ['&zcaron;&Ccedil;&oslash;&scaron; &co&shy;op;', 'žÇøš &coop;'],
    ['&unknown; &toString; AT&T; &xcirc;', '&unknown; &toString; AT&T; &xcirc;'],
    ['&#0;&#xD800;&#9999999;', '\uFFFD\uFFFD\uFFFD'],
  ])('decodes entities: %j', (content, text) => expect(wordsOf(content)).toBe(text))

  it.each([
    ['A note[^1].\n\n[^1]: The note.', 'A note. The note.'],
    ['[a][Ref], [ref] and [b][]\n\n[ref]: https://a.example "T"\n[b]: <https://b.example>', 'a, ref and b'],
    ['![img][pic] ![pic] [![alt](a.png)](b)\n\n[pic]: /a.png', ''],
    ['a[i][j] and [sic]', 'a[i][j] and [sic]'],
    ['[wiki](https://a.example/A_(b)).', 'wiki.'],
    ['[a [b] c](https://a.example)', '[a [b] c]'],
    ['Title\n=====\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n***', 'Title a b 1 2'],
    ['# One\n\n- a\n  1. b\n> * c', 'One a b c'],
  ])('has no syntax of blocks and links: %j', (content, text) => expect(wordsOf(content)).toBe(text))
})

it('the text for a search has addresses in angle brackets, too', () => {
  const content =
    'See <https://a.example/x_y_z>, [a](<https://b.example>) and <b>c</b>.\n\n[d]: <https://d.example>'
  const text = searchableText(content).trim().replace(/\s+/g, ' ')
  expect([text, wordsOf(content)]).toEqual(['See https://a.example/x_y_z , a and c.', 'See , a and c.'])
})

describe('the beginning of a text', () => {
  it('ends after a word, or within a text without spaces', () => {
    expect(beginningOf('# Title\n\nOne `two` *three*.')).toBe('One two three.')
    expect(beginningOf('three '.repeat(40))).toBe(`${'three '.repeat(26).trim()}…`)
    expect(beginningOf(`用 ${'字'.repeat(200)}`)).toBe(`用 ${'字'.repeat(158)}…`)
  })

  it('reads as the page does', () => {
    const content =
      'The `<dialog>` element and `Array<T>` replace `<script>` plugins in C# and F#. A caf&eacute;, don&#8217;t worry: R&amp;D…[^1]\n\n[^1]: The note.'
    expect(beginningOf(content)).toBe(
      'The <dialog> element and Array<T> replace <script> plugins in C# and F#. A café, don’t worry: R&D…',
    )
  })

  it.each([
    ['headings', '# One\n\nTwo\n---\n\nThree\n=====\n\n> ## Four\n\n<h2 id="a">Five</h2>'],
    ['code', '```html\n<b>x</b>\n```\n\n~~~\nx\n~~~\n\n<pre>x</pre>'],
    ['tables', '| a | b |\n| --- | :-: |\n| 1 | 2 |\n\na | b\n--|--\n1 | 2\n\n<table><tr><td>x</table>'],
    ['images', '![alt](/a.png)\n![alt][pic]\n\n[pic]: /a.png'],
    ['comments', '<!-- ``` -->'],
    ['footnotes', '[^1]: A note\n\n    and more\n[^b]: Another'],
  ])('has no %s', (_name, block) => expect(beginningOf(`${block}\n\nThe text`)).toBe('The text'))

  it('has the items of lists without their marks', () => {
    expect(beginningOf('- a\n- [x] b\n\n1. c\n2. d\n\n> e')).toBe('a b c d e')
    expect(beginningOf('> [!NOTE]\n> Reef early.')).toBe('Reef early.')
  })

  it('has no space that was left by markup before a sign, and keeps other spaces', () => {
    expect(beginningOf('We are .NET people, mon ami !')).toBe('We are .NET people, mon ami !')
    expect(beginningOf('See <https://a.example>. Use ![logo](/a.png) .NET')).toBe('See. Use .NET')
  })

  it('knows the addresses of references far below', () => {
    const end = `${'word '.repeat(1000)}\n\n[ref]: https://a.example`
    expect(beginningOf(`A [link][ref].\n\n${end}`)).toMatch(/^A link\. word/)
  })
})
