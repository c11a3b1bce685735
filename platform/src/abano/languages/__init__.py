"""The languages of the product: its own texts (gettext), and dates, numbers and money by locale.

A language is a folder of ``abano/locales`` with a ``messages.po``; English is the source and needs none. What a
company writes itself is no part of this: it is stored per language (see ``site`` and ``catalog``).
"""
