"""The texts of a company, as stored in ``site_documents``, seeded, and shown. One document a kind and language.

A stored text may name facts of the company's prices, as ``{{weekSaving}}``: see ``facts.py``.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import Field, field_validator

from abano.core.api_model import ApiModel
from abano.site.media_library.pictures import Picture
from abano.tenancy.directory.brand import Layout

SectionName = Literal["showcase", "promises", "reviews", "about", "team", "howItWorks", "faq"]


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


class HomeSection(ApiModel):
    """A part of the home page below its first screen, which is always at the top."""

    name: SectionName
    is_shown: bool = True


SECTIONS = tuple(HomeSection(name=name) for name in get_args(SectionName))
_ORDERS: Mapping[Layout, tuple[SectionName, ...]] = {
    "panorama": get_args(SectionName),
    "editorial": ("howItWorks", "showcase", "about", "promises", "team", "reviews", "faq"),
}


class Rating(ApiModel):
    """``value`` out of 5. ``source`` is read after ``count``: 387 reviews by our guests. ``url``: where they are.

    A company states it where its reviews are elsewhere; with a count of 0 the published reviews are counted.
    """

    value: float = Field(default=0, ge=0, le=5)
    count: int = Field(default=0, ge=0)
    source: str = ""
    url: str = ""


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

    # Each part once. Their order counts where it is the company's own; else the page has them in its layout's.
    section_order: Literal["layout", "own"] = "layout"
    sections: list[HomeSection] = Field(default_factory=lambda: list(SECTIONS), max_length=20)
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
    rating: Rating = Field(default_factory=Rating)
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

    @field_validator("sections")
    @classmethod
    def _each_once(cls, sections: list[HomeSection]) -> list[HomeSection]:
        """A part that the stored text does not name yet follows at the end."""
        named = {part.name: part for part in sections}
        return [*named.values(), *(part for part in SECTIONS if part.name not in named)]

    def in_layout(self, layout: Layout) -> "Landing":
        """With its sections as pages of this layout have them: in the layout's order, or the company's own."""
        if self.section_order == "own":
            return self
        by_name = {part.name: part for part in self.sections}
        return self.model_copy(update={"sections": [by_name[name] for name in _ORDERS[layout]]})

    def shows(self, name: SectionName) -> bool:
        return any(part.name == name and part.is_shown for part in self.sections)


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
