import type { CaseStudy } from '#contract/case-studies.ts'
import { coverImage, drawnCard } from '../blog/share.ts'
import { absoluteUrl, pageMetadata, shareUrl, type Brand } from '../metadata.ts'
import { breadcrumbJsonLd, publisherJsonLd } from '../organization.ts'
import { site } from '../site.ts'

const shareImage = ({ slug, title, cover }: CaseStudy) =>
  coverImage(cover, title) ?? drawnCard(`/og/work/${slug}`, title)

const published = (study: CaseStudy) => study.publishedAt ?? study.createdAt
const updated = (study: CaseStudy) => study.updatedAt ?? study.createdAt

export function workMetadata(brand: Brand) {
  return pageMetadata(brand, {
    title: `Work | ${brand.name}`,
    description: `Case studies by ${brand.name}: what clients came with, what we built, and the figures that came of it.`,
    path: '/work',
    feeds: '/work',
  })
}

export function caseStudyMetadata(brand: Brand, study: CaseStudy) {
  return pageMetadata(brand, {
    title: `${study.title} for ${study.client} | ${brand.name}`,
    description: study.summary,
    path: `/work/${study.slug}`,
    image: shareImage(study),
    feeds: '/work',
    share: { title: study.title, description: study.summary },
    openGraph: {
      type: 'article',
      publishedTime: published(study),
      modifiedTime: updated(study),
      tags: study.services,
    },
  })
}

export function caseStudyJsonLd(brand: Brand, study: CaseStudy) {
  const url = absoluteUrl(`/work/${study.slug}`)
  const organization = publisherJsonLd(brand.name)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Article',
        '@id': url,
        mainEntityOfPage: url,
        headline: study.title,
        description: study.summary,
        image: study.cover?.sources.map((source) => absoluteUrl(source.url)) ?? [
          shareUrl(shareImage(study).url),
        ],
        datePublished: published(study),
        dateModified: updated(study),
        author: organization,
        publisher: organization,
        about: { '@type': 'Organization', name: study.client },
        keywords: study.services.join(', ') || undefined,
        inLanguage: site.language,
      },
      breadcrumbJsonLd([
        { name: 'Home', path: '/' },
        { name: 'Work', path: '/work' },
        { name: study.title, path: `/work/${study.slug}` },
      ]),
    ],
  }
}
