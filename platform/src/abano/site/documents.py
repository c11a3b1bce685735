"""The texts of a company, as stored in ``site_documents``, seeded, and shown. One document a kind and language.

A stored text may name facts of the company's prices, as ``{{weekSaving}}``: see ``facts.py``.
"""

from pydantic import Field

from abano.kit.api_model import ApiModel
from abano.media_library.pictures import Picture


class Promise(ApiModel):
    """``icon`` names a drawing of the frontend: wallet, road, people, border, plane, clock, shield, …"""

    icon: str
    title: str
    text: str


class HowItWorksStep(ApiModel):
    title: str
    text: str
    image: Picture


class Stat(ApiModel):
    value: str
    label: str


class Rating(ApiModel):
    """``value`` out of 5. ``source`` is read after ``count``: 387 Google reviews."""

    value: float
    count: int
    source: str


class Review(ApiModel):
    """``date`` in relative words, such as "3 months ago"; ``rating`` 1 to 5."""

    id: int
    name: str
    rating: int = Field(ge=1, le=5)
    text: str
    date: str


class TeamMember(ApiModel):
    name: str
    position: str
    image: Picture


class Question(ApiModel):
    question: str
    answer: str


class About(ApiModel):
    title: str
    text: str


class AdvertisedPrice(ApiModel):
    """A price of the advertisements per day, in ``currency``; bookings are priced by the rate table."""

    car: str
    daily_price: int
    currency: str


class Payment(ApiModel):
    methods: list[str]
    currencies: list[str]
    languages: list[str]


class QuizIntro(ApiModel):
    headline: str
    text: str
    button: str


class ThankYou(ApiModel):
    banner: str
    heading: str
    text: str
    button: str


class ChatTexts(ApiModel):
    """Prefilled messages. ``booking`` has the places {pickup}, {dropoff}, {pickupDate}, {returnDate}, {car}."""

    booking: str
    thank_you: str
    guide_information: str
    guide_rental: str


class Footer(ApiModel):
    text: str
    copyright: str


class SeoPage(ApiModel):
    """What search engines read about a page. ``path`` is the route."""

    path: str
    title: str
    description: str
    keywords: str = ""


class Landing(ApiModel):
    """Everything on the public site that is words of this company."""

    headline: str
    subheadline: str
    promises: list[Promise]
    fleet_title: str
    fleet_text: str
    reviews_title: str
    about: About
    how_title: str
    how_it_works: list[HowItWorksStep]
    stats: list[Stat]
    rating: Rating
    reviews: list[Review]
    team_title: str
    team: list[TeamMember]
    faq_title: str
    faq: list[Question]
    advertised_prices: list[AdvertisedPrice]
    # Such as "USD 70-150".
    price_range: str
    payment: Payment
    founded: int
    # The greatest saving of a week's rental, in percent: counted from the rates, whatever the stored text says.
    weekly_saving: int = 0
    police_fines_note: str
    quiz_intro: QuizIntro
    thank_you: ThankYou
    chat: ChatTexts
    footer: Footer
    # Sentences for search engines, off screen.
    hidden_text: list[str]


class Seo(ApiModel):
    """Kept apart from the landing texts: the server writes it into the head."""

    site_name: str
    locale: str
    pages: list[SeoPage]
    # Structured data: the business as search engines list it.
    business_type: str
    area_served: list[str]
    street_address: str
    city: str
    postal_code: str
    country_code: str
    latitude: float
    longitude: float
    opening_hours: str
