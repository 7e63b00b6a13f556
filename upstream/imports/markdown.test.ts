import { describe, expect, it } from '@jest/globals'
import { expectLinear } from '#contract/testing/linear.ts'
import { readMarkdownPost } from './markdown.ts'

const at = (date: string) => Date.parse(date)

describe('front matter', () => {
  it('of Hugo in TOML', () => {
    const post = readMarkdownPost(
      'content/posts/my-tea/index.md',
      `+++
title = "My tea"
date = 2024-05-06T07:08:09+02:00
lastmod = 2024-06-01
draft = false
tags = ["Green", "Hot"]
categories = ["Drinks", "Food"]
description = "Leaves."
aliases = ["/blog/old-tea/", "/elsewhere/"]
[cover]
image = "pot.jpg"
alt = "A pot"
+++

Body
`,
    )
    expect(post).toMatchObject({
      ...{ title: 'My tea', slug: 'my-tea', content: 'Body', excerpt: 'Leaves.', published: true },
      ...{ createdAt: at('2024-05-06T05:08:09Z'), updatedAt: at('2024-06-01T10:00:00Z') },
      ...{ tags: ['Green', 'Hot', 'Food'], category: 'Drinks' },
      addresses: ['/blog/my-tea', '/blog/old-tea/', '/elsewhere/'],
      ...{ cover: 'pot.jpg', coverAlt: 'A pot' },
    })
  })

  it('of Jekyll', () => {
    const post = readMarkdownPost(
      '_posts/2020-02-03-On-Coffee.markdown',
      '---\r\nlayout: post\r\ntitle: On coffee\r\ntags: bean cup, hot\r\nauthor: Ann <ann@example.com>\r\n---\r\nOne\r\nTwo\r\n',
    )
    expect(post).toMatchObject({
      ...{ title: 'On coffee', slug: 'on-coffee', content: 'One\nTwo', tags: ['bean cup', 'hot'] },
      ...{ createdAt: at('2020-02-03T10:00:00Z'), author: { name: 'Ann', email: 'ann@example.com' } },
    })
    const separated = readMarkdownPost(
      '_posts/2020-02-03-tea.md',
      '---\ntitle: Tea\ncategories: drinks hot\ntags: cup pot\n---\nx',
    )
    expect(separated).toMatchObject({ category: 'drinks', tags: ['cup', 'pot', 'hot'] })
    const dated = readMarkdownPost(
      'a.md',
      '---\ntitle: A\ndate: 2020-02-03 10:00:00 +0100\npublished: false\n---\nx',
    )
    expect(dated).toMatchObject({ createdAt: at('2020-02-03T09:00:00Z'), published: false })
  })

  it('of Hugo in JSON', () => {
    const post = readMarkdownPost(
      'a.md',
      '{\n  "title": "Tea",\n  "params": {\n    "x": 1\n  }\n}\n\nBody {\n}\n',
    )
    expect(post).toMatchObject({ title: 'Tea', content: 'Body {\n}' })
    expect(() => readMarkdownPost('a.md', '{\n"title": \n}\nx')).toThrow('The front matter cannot be read')
    expect(readMarkdownPost('a.md', '{\n  some text')).toBeNull()
  })

  it('of Astro', () => {
    const post = readMarkdownPost(
      'src/content/blog/first-post.mdx',
      "---\ntitle: First\npubDate: 'Jul 08 2022 UTC'\nheroImage: ../../assets/hero.png\ndraft: true\n---\nimport X from './x'\n\n<X />",
    )
    expect(post).toMatchObject({
      ...{ slug: 'first-post', published: false, cover: '../../assets/hero.png' },
      ...{ createdAt: at('2022-07-08T10:00:00Z'), problems: ['Components of MDX are kept as text.'] },
    })
  })

  it('may have names in capitals, of which one in lower case wins', () => {
    const lines = [
      'Title: Tea',
      'Date: 2024-05-06',
      'Tags: [Hot]',
      'Slug: my-cup',
      'Draft: true',
      'TITLE: Pot',
    ]
    const read = (...fields: string[]) => readMarkdownPost('a.md', `---\n${fields.join('\n')}\n---\nx`)
    expect(read(...lines.slice(0, -1))).toMatchObject({
      ...{ title: 'Tea', createdAt: at('2024-05-06T10:00:00Z'), tags: ['Hot'] },
      ...{ slug: 'my-cup', published: false },
    })
    expect(read('title: Cup', ...lines)?.title).toBe('Cup')
    expect(read('PubDate: 2024-05-06', 'HeroImage: /cup.png')).toMatchObject({
      ...{ createdAt: at('2024-05-06T10:00:00Z'), cover: '/cup.png' },
    })
    const own = read('id: 018e0e51-0000-7000-8000-0000000000ab', 'title: Cup', 'Slug: other')
    expect(own).toMatchObject({ title: 'Cup', slug: 'a' })
  })

  it('has texts for search engines under many names', () => {
    const read = (fields: string) => readMarkdownPost('a.md', `---\ntitle: A\n${fields}---\nx`)?.seo
    const seo = {
      ...{ title: 'S', description: 'D', canonical: 'https://a.example/x', noindex: true, image: 'i.png' },
      ...{ shareTitle: 'T', shareDescription: 'E' },
    }
    expect(
      read(
        'seo:\n  title: S\n  description: D\n  canonical: https://a.example/x\n  noindex: true\n  image: { url: i.png }\n  shareTitle: T\n  shareDescription: E\n',
      ),
    ).toEqual(seo)
    expect(
      read(
        'meta_title: S\nexcerpt: Short\ndescription: D\ncanonicalUrl: https://a.example/x\nrobots: noindex, follow\nogImage: i.png\nog_title: T\ntwitter_description: E\n',
      ),
    ).toEqual(seo)
    expect(read('excerpt: Same\ndescription: Same\n')?.description).toBe('')
    expect(read('description: Only\n')?.description).toBe('')
  })

  it('may be missing, empty or broken', () => {
    expect(readMarkdownPost('README.md', '# Read me\n\n---\n')).toBeNull()
    expect(readMarkdownPost('a.md', '---\ntitle: never closed\n')).toBeNull()
    expect(readMarkdownPost('deep/some_file.md', '---\n---\nText')).toMatchObject({
      title: 'some file',
      content: 'Text',
    })
    expect(() => readMarkdownPost('a.md', '---\n: [\n---\nx')).toThrow(
      /^The front matter cannot be read: .* at line \d+, column \d+\.$/,
    )
    expect(() => readMarkdownPost('a.md', '---\njust text\n---\nx')).toThrow(
      'The front matter cannot be read',
    )
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\ntitle: [*c,*c]\n---\nx`
    expect(() => readMarkdownPost('a.md', bomb)).toThrow('The front matter cannot be read')
    expect(() => readMarkdownPost('a.md', `---\ntitle: ${'['.repeat(100_000)}\n---\nx`)).toThrow(
      'The front matter cannot be read: it is longer than 32000 characters.',
    )
  })
})

it('reports media without an end tag', () => {
  const problemsOf = (content: string) => readMarkdownPost('a.md', `---\ntitle: A\n---\n${content}`)?.problems
  expect(problemsOf('Look:\n\n<video src="/a.mp4">\n\nMore')).toEqual([
    'A missing end tag hides the text that follows: <video>.',
  ])
  expect(problemsOf('<iframe src="https://a.example">\n\n<AUDIO src="/a.mp3" />')).toEqual([
    'A missing end tag hides the text that follows: <iframe>.',
    'A missing end tag hides the text that follows: <audio>.',
  ])
  expect(problemsOf('<video-js src="/a.mp4"></video-js>')).toEqual([])
  expect(problemsOf('```\n<video src="/a.mp4">\n```')).toEqual([])
  expect(problemsOf('<video src="/a.mp4"></video>')).toEqual(['Video, audio and embeds become links: 1.'])
})

it.each([
  ['/tea/green/index.html', 'green', ['/tea/green/', '/tea/green/index.html']],
  ['/index.html', 'my-cup', ['/', '/index.html']],
  ['tea/green/index.html', 'green', []],
  ['pretty', 'my-cup', []],
  ['weekdate', 'my-cup', []],
  ['constructor', 'constructor', []],
  ['/:year/:title/index.html', 'my-cup', []],
  ['/tea/green.html', 'green', ['/tea/green.html']],
  ['/tea/{{ page.fileSlug }}/index.html', 'my-cup', ['/tea/my-cup/', '/tea/my-cup/index.html']],
  ["/{{ page.date | date: '%Y' }}/{{ title | slugify }}/", 'a', []],
  ['/{{ key }}/', 'my-cup', []],
])('the permalink %s has a slug and addresses', (permalink, slug, addresses) => {
  const post = readMarkdownPost(
    'posts/my-cup.md',
    `---\ntitle: A\npermalink: ${JSON.stringify(permalink)}\n---\nx`,
  )
  expect(post).toMatchObject({ slug, addresses: [`/blog/${slug}`, ...addresses] })
})

describe('shortcodes', () => {
  const problemsOf = (content: string) => readMarkdownPost('a.md', `---\ntitle: A\n---\n${content}`)?.problems

  it('of Hugo and Jekyll are reported by name', () => {
    expect(problemsOf('{{< box src="a.png" >}}\n\n{{% aside %}}x{{% /aside %}}\n\n{{<tweet id>}}')).toEqual([
      'Shortcodes stay as text: box, aside, tweet',
    ])
    expect(
      problemsOf('{% include a.html %} {% if x %}{{ site.title }}/b{% endif %} {%- raw -%}{%- endraw -%}'),
    ).toEqual(['Shortcodes stay as text: include, if, site.title'])
  })

  it('in code, in raw text and plain braces are not', () => {
    expect(problemsOf('{% raw %}{% include a.html %} {{ site.title }}{% endraw %}')).toEqual([])
    expect(problemsOf('`{{< figure >}}` and {{ this }}\n\n```\n{% include a.html %}\n```')).toEqual([])
  })
})

it.each([
  ['<video src="/a b.mp4" controls></video>', '[/a b.mp4](/a%20b.mp4)'],
  ['See <AUDIO><source src="/tea.mp3">Sound</AUDIO> now', 'See [/tea.mp3](/tea.mp3) now'],
  [
    '<div class="wide">\n<video src="/a.mp4"></video>\n</div>',
    '<div class="wide">\n\n[/a.mp4](/a.mp4)\n\n\n</div>',
  ],
  ['> <embed src="/a.swf">', '> [/a.swf](/a.swf)'],
])('media in HTML becomes a link: %s', (html, content) => {
  expect(readMarkdownPost('a.md', `---\ntitle: A\n---\n${html}`)).toMatchObject({
    content,
    problems: ['Video, audio and embeds become links: 1.'],
  })
})

it.each([
  '```html\n<video src="/a.mp4"></video>\n```',
  '`<video src="/a.mp4"></video>`',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
])('code and videos of known hosts stay: %s', (content) => {
  expect(readMarkdownPost('a.md', `---\ntitle: A\n---\n${content}`)).toMatchObject({ content, problems: [] })
})

describe('shortcodes that every site has', () => {
  it.each([
    [
      '{{< figure src="a b.png" alt="A [pot]" caption="Hot \'tea\'" class=wide >}}',
      '![A \\[pot\\]](a%20b.png "Hot \'tea\'")',
    ],
    ['{{<figure src=\'a.png\' title=\'The "pot"\' link="/b" />}}', '[![](a.png "The \\"pot\\"")](/b)'],
    ['{{< youtube dQw4w9WgXcQ >}}', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['{{< youtube id="dQw4w9WgXcQ" autoplay="true" >}}', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['{{< vimeo 146022717 >}}', 'https://vimeo.com/146022717'],
    ['{{< figure src="a.png" caption="By **Ann**, `x_y`" >}}', '![](a.png "By Ann, x_y")'],
    ['{{< figure src="a.png" caption="Of [Ann](/ann)" alt="A" >}}', '![A](a.png)\n\nOf [Ann](/ann)'],
    ['{{< figure src="a.png" title="Pot" attr="Bob" attrlink="/bob" >}}', '![](a.png)\n\nPot [Bob](/bob)'],
    ['{{< gist ann 0a1b "c.go" >}}', 'https://gist.github.com/ann/0a1b'],
    [
      '{{< x user="ann" id="145" >}} {{< tweet 145 >}}',
      'https://x.com/ann/status/145 https://x.com/i/status/145',
    ],
    ['{{< youtubeLite id="a_1" label="b" >}}', 'https://www.youtube.com/watch?v=a_1'],
    ['{{% notice tip %}}\na\n\nb\n{{% /notice %}}\n{{< lead >}}\nc\n{{< /lead >}}', '> a\n> \n> b\nc'],
    ['{{< admonition type=tip title="A b" >}}c{{< /admonition >}}', '> **A b**\n> \n> c'],
    ['{{< tip >}}a{{< box >}}{{< /tip >}}', '{{< tip >}}a{{< box >}}{{< /tip >}}'],
    ['{{< instagram Cx_-a >}}', 'https://www.instagram.com/p/Cx_-a/'],
    ['a {% comment %}b {{ c }}{% endcomment %}d', 'a d'],
    [
      '{% include figure image_path="/a b.png" alt="A" caption="The *pot*." %}',
      '![A](/a%20b.png "The pot.")',
    ],
    ['{% include figure.liquid path="a.png" zoomable=true %}', '![](a.png)'],
    ['{% include image.html url="{{ site.baseurl }}/a.png" description="D" %}', '![](/a.png "D")'],
    ['{% include figure.html src=page.image %}', '{% include figure.html src=page.image %}'],
    ['{% include video id="a_1" provider="youtube" %}', 'https://www.youtube.com/watch?v=a_1'],
    ['{% include youtubePlayer.html id="a_1" %}', 'https://www.youtube.com/watch?v=a_1'],
    ['{% gist ann/0a1b c.rb %} {% gist 12 %}', 'https://gist.github.com/ann/0a1b https://gist.github.com/12'],
    ['{% image "./a.png", "A [pot]", "100vw" %}', '![A \\[pot\\]](./a.png)'],
    ['[a]({{< ref path="posts/tea.md" >}}) [b]({{< relref "cup" >}})', '[a](/blog/tea) [b](/blog/cup)'],
    ['```js{1,3-4}\na\n```', '```js {1,3-4}\na\n```'],
    ['{{< highlight go "linenos=table" >}}\na := 1\n\n  b\n{{< /highlight >}}', '```go\na := 1\n\n  b\n```'],
    ['{% highlight c++ linenos %}\n```\na\n```\n{% endhighlight %}', '````c++\n```\na\n```\n````'],
    ['a\n\n{% highlight go %}\nb\n{% endhighlight %}\n\nc', 'a\n\n```go\nb\n```\n\nc'],
    ['a {% highlight go %}b{% endhighlight %} c', 'a \n```go\nb\n```\n c'],
    ['{% highlight go %}\nnever closed', '{% highlight go %}\nnever closed'],
    ['{% raw %}{{ x }}{% endraw %} `{% raw %}`', '{{ x }} `{% raw %}`'],
    [
      '{% raw %}{{ site.url }}/a {{< youtube x >}} {% highlight go %}{% endraw %} {{ site.url }}/b',
      '{{ site.url }}/a {{< youtube x >}} {% highlight go %} /b',
    ],
    [
      '```\n{%- raw -%}{{ a }}{%- endraw -%}\n```\n\n`{% raw %}{{ b }}{% endraw %}`',
      '```\n{{ a }}\n```\n\n`{{ b }}`',
    ],
    ['{% raw %}\n```\n{{ site.url }}\n```\n{% endraw %}', '```\n{{ site.url }}\n```'],
    [
      '{% highlight js %}{% raw %}\n{{ site.url }}\n{% endraw %}{% endhighlight %}',
      '```js\n{{ site.url }}\n```',
    ],
    [
      '[a]({{< ref "posts/tea/index.md#top" >}}) [b]({{% relref "cup.md" %}})',
      '[a](/blog/tea#top) [b](/blog/cup)',
    ],
    ['[a]({{< ref "posts/2020-01-02-My tea/index.md" >}})', '[a](/blog/My%20tea)'],
    ['[c]({% link _posts/2020-01-02-mug.md %})', '[c](/blog/mug)'],
    ['[c]({% post_url 2020-1-2-mug %}) [d]({{< ref "2020-1-2-cup.md" >}})', '[c](/blog/mug) [d](/blog/cup)'],
    ['`{{< youtube x >}}`', '`{{< youtube x >}}`'],
  ])('%j', (written, converted) => {
    const post = readMarkdownPost('a.md', `---\ntitle: A\n---\n${written}`)
    expect(post?.content.trim()).toBe(converted)
  })
})

describe('notes', () => {
  it.each([
    [
      '![[a b.png]] ![[c.png|A cup]] ![[d.png|300x200]]',
      '![](a%20b.png) ![A cup](c.png) <img src="d.png" alt="" width="300">',
    ],
    ['[[#My part]] [[#My part|here]]', '[My part](#My%20part) [here](#My%20part)'],
    ['a ==b c== d == e, f=g==h', 'a <mark>b c</mark> d == e, f=g==h'],
    ['a %%b%%c\n\n%%\nd\n%%\n\ne ^0a1b2c', 'a c\n\n\n\ne'],
    ['> [!tip] Use *this*\n> text', '> **Use *this***\n>\n> text'],
    ['> [!NOTE]\n> text', '> **Note**\n>\n> text'],
    ['> > [!warning]- \n> > text', '> > **Warning**\n> >\n> > text'],
    ['[a](<b c.png>)', '[a](b%20c.png)'],
    ['`[[a]]` [[b]](/c) [ [d] ]', '`[[a]]` [[b]](/c) [ [d] ]'],
    ['```\n[[a]] ==b== %%c%%\n> [!tip]\n```', '```\n[[a]] ==b== %%c%%\n> [!tip]\n```'],
  ])('of Obsidian become Markdown: %j', (written, converted) => {
    const post = readMarkdownPost('a.md', `---\ntitle: A\n---\n${written}`)
    expect(post).toMatchObject({ content: converted, problems: [] })
  })

  it('have the title of their first heading, unless the front matter has another one', () => {
    const read = (title: string) => readMarkdownPost('a-b.md', `---\n${title}---\n\n# The **tea**\n\nx`)
    expect(read('')).toMatchObject({ title: 'The tea', content: 'x', slug: 'a-b' })
    expect(read('title: The tea\n')).toMatchObject({ title: 'The tea', content: 'x' })
    expect(read('title: B\n')).toMatchObject({ title: 'B', content: '# The **tea**\n\nx' })
    expect(readMarkdownPost('a-b.md', '---\n---\n# Only')).toMatchObject({ title: 'a b', content: '# Only' })
  })
})

it('components of MDX for images and videos become Markdown, and its statements are left out', () => {
  const mdx = `import { Image } from 'astro:assets'
import photo from './a b.png';
import {
  Chart,
} from '../chart'

export const year = 2024

{/* a comment
of two lines */}
Tea <Image src={photo} alt="A [pot]" width={300} /> <img src={photo.src} alt='B'/> <Picture src="/c.png" alt={"C"} />

<YouTube id="https://youtu.be/a1" /> <Vimeo id="123"></Vimeo> <img src="/d.png" /> <Image src={d} />

\`\`\`js
import x from 'y'
\`\`\``
  const post = readMarkdownPost('a.mdx', `---\ntitle: A\n---\n${mdx}`)
  expect(post).toMatchObject({
    content: `Tea ![A \\[pot\\]](./a%20b.png) ![B](./a%20b.png) ![C](/c.png)

https://youtu.be/a1 https://vimeo.com/123 <img src="/d.png" /> <Image src={d} />

\`\`\`js
import x from 'y'
\`\`\``,
    problems: ['Components of MDX are kept as text.'],
  })
  const code = 'import "./a.css"\n\n`<Image>`\n\n```js\nconst a = { b: 1 }\n```'
  expect(readMarkdownPost('a.mdx', `---\ntitle: A\n---\n${code}`)?.problems).toEqual([])
})

it.each([
  '{{< figure ',
  '{{< youtube ',
  '{{< highlight go',
  '{% highlight go',
  '{% link ',
  "{{ 'a' | site.url ",
  '{{ "a" |',
  '{% include ',
  '{% include figure a',
  '{% comment %}',
  '{{< tip >}}',
  '[[a|',
  '%%a',
  ' ==a',
  '> [!a',
  '{% raw %}',
  '{% raw %}{% endraw %}',
  '<video',
  'a><embed ',
  '<iframe>',
  '<audio src="a"></audio>',
])('a tag that never ends is read in linear time: %j', (tag) => {
  const read = (text: string) => readMarkdownPost('a.md', `---\ntitle: A\n---\n${tag}${text}`)
  for (const filling of [' ', 'a', tag]) expectLinear(read, filling)
})

it('highlighted code with a long gap is read in linear time', () => {
  const read = (gap: string) =>
    readMarkdownPost('a.md', `---\ntitle: A\n---\n{% highlight go %}a${gap}b{% endhighlight %}`)
  expectLinear(read, ' ')
})

it.each(['import a\n', 'export ', '{/*', '<Image src={', '<YouTube a'])(
  'a component that never ends is read in linear time: %j',
  (part) => {
    const read = (text: string) => readMarkdownPost('a.mdx', `---\ntitle: A\n---\n${text}`)
    expectLinear(read, part)
  },
)

it('addresses of Jekyll become paths, except in code', () => {
  const content = `![a]({{ site.baseurl }}/a.png) ![b]({{ "/b.png" | relative_url }}) ![c]({{ '/c.png' | prepend: site.baseurl }})
[d]({% post_url 2020-01-02-next-one %}) \`{{ site.baseurl }}/e\` {{ 'Tea' | upcase }}`
  const post = readMarkdownPost('a.md', `---\ntitle: A\nimage: "{{ site.url }}/cover.png"\n---\n${content}`)
  expect(post?.content).toBe(`![a](/a.png) ![b](/b.png) ![c](/c.png)
[d](/blog/next-one) \`{{ site.baseurl }}/e\` {{ 'Tea' | upcase }}`)
  expect(post).toMatchObject({ cover: '/cover.png', problems: [] })
})

it('leaves links and notes in code as they are', () => {
  const code = '[a](/a.md) [[Tea]] {{ site.baseurl }}'
  const content = `1. Step\n\n   \`\`\`\n   ${code}\n   \`\`\`\n\n> ~~~\n> ${code}\n> ~~~\n\n    ${code}`
  expect(readMarkdownPost('a.md', `---\ntitle: A\n---\n${content}`)?.content).toBe(content)
})
