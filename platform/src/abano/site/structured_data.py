"""Structured data (schema.org) of the pages. Pure."""

from typing import Any

from abano.site.documents import Question
from abano.site.public_documents import GuideDocument
from abano.site.routes import BOOKING, HOME
from abano.site.schemas import SiteConfig
from abano.site.service import Site

Json = dict[str, Any]
CONTEXT = "https://schema.org"


def landing_data(site: Site) -> list[Json]:
    """Car rental business, FAQ, local business, website search, organization; with the same ids in any language."""
    config, origin = site.config, site.config.contacts.public_origin
    home = origin + site.canonical(HOME)
    landing = config.landing
    return [
        _business(site, "AutoRental", f"{origin}/#rental")
        | {
            "aggregateRating": {
                "@type": "AggregateRating",
                "ratingValue": landing.rating.value,
                "reviewCount": landing.rating.count,
                "bestRating": 5,
            },
            "makesOffer": [_offer(config, car.slug) for car in config.cars if car.in_fleet],
        },
        faq_data(landing.faq, site.language),
        _business(site, "LocalBusiness", f"{origin}/#business"),
        {
            "@context": CONTEXT,
            "@type": "WebSite",
            "name": site.seo.site_name,
            "url": home,
            "inLanguage": site.language,
            "potentialAction": {
                "@type": "SearchAction",
                "target": {
                    "@type": "EntryPoint",
                    "urlTemplate": f"{origin}{config.tenant.path_prefix}{BOOKING}?carType={{search_term_string}}",
                },
                "query-input": "required name=search_term_string",
            },
        },
        {
            "@context": CONTEXT,
            "@type": "Organization",
            "@id": f"{origin}/#organization",
            "name": site.seo.site_name,
            "url": home,
            "logo": origin + config.brand.logo.src,
            "foundingDate": str(landing.founded),
            "email": config.contacts.email,
            "employee": [
                {"@type": "Person", "name": member.name, "jobTitle": member.position}
                for member in landing.team
            ],
        },
    ]


def guide_data(site: Site, guide: GuideDocument, path: str) -> list[Json]:
    """An article, its video and its questions: the guide at the route ``path``."""
    origin = site.config.contacts.public_origin
    url, language = origin + site.canonical(path), site.languages.shown(path, site.language)
    publisher = {"@type": "Organization", "name": site.seo.site_name, "url": origin + site.canonical(HOME)}
    video: Json = {
        "@context": CONTEXT,
        "@type": "VideoObject",
        "name": guide.video.name,
        "description": guide.video.description,
        "inLanguage": language,
        "duration": guide.video.duration,
        "uploadDate": guide.video.upload_date,
        "thumbnailUrl": origin + guide.video.thumbnail.src,
        "publisher": publisher,
    }
    if site.config.film:
        video["embedUrl"] = site.config.film.src
    return [
        {
            "@context": CONTEXT,
            "@type": "Article",
            "headline": guide.hero.title,
            "description": guide.description,
            "image": origin + guide.hero.image.src,
            "mainEntityOfPage": url,
            "inLanguage": language,
            "datePublished": guide.video.upload_date,
            "author": publisher,
            "publisher": publisher,
        },
        video,
        faq_data(guide.faq.questions, language),
    ]


def faq_data(questions: list[Question], language: str) -> Json:
    return {
        "@context": CONTEXT,
        "@type": "FAQPage",
        "inLanguage": language,
        "mainEntity": [
            {
                "@type": "Question",
                "name": item.question,
                "acceptedAnswer": {"@type": "Answer", "text": item.answer},
            }
            for item in questions
        ],
    }


def _business(site: Site, kind: str, identity: str) -> Json:
    config, seo = site.config, site.seo
    origin = config.contacts.public_origin
    business: Json = {
        "@context": CONTEXT,
        "@type": kind,
        "@id": identity,
        "name": seo.site_name,
        "url": origin + site.canonical(HOME),
        "image": origin + config.brand.share_image.src,
        "email": config.contacts.email,
        "priceRange": config.landing.price_range,
        "currenciesAccepted": ", ".join(config.landing.payment.currencies),
        "paymentAccepted": ", ".join(config.landing.payment.methods),
        "openingHours": seo.opening_hours,
        "areaServed": seo.area_served,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": seo.street_address,
            "addressLocality": seo.city,
            "postalCode": seo.postal_code,
            "addressCountry": seo.country_code,
        },
        "geo": {"@type": "GeoCoordinates", "latitude": seo.latitude, "longitude": seo.longitude},
        "hasMap": config.contacts.maps_url,
    }
    if config.contacts.phone:
        business["telephone"] = config.contacts.phone
    return business


def _offer(config: SiteConfig, slug: str) -> Json:
    car = next(car for car in config.cars if car.slug == slug)
    return {
        "@type": "Offer",
        "priceCurrency": config.tenant.currency,
        "price": car.base_rate,
        "itemOffered": {"@type": "Car", "name": car.name, "vehicleSeatingCapacity": car.seats},
    }
