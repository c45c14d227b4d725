"""Templates of e-mails in all languages: a subject in the first line, then the text."""

from typing import Final

_RESET: Final = {
    "en": """{house}: a new password
Hello {name},

with this link you set a new password:

{link}

It works once, and not for long. If you did not ask for it, do nothing: your password stays as it is.
""",
    "et": """{house}: uus parool
Tere, {name}!

Selle lingiga saad määrata uue parooli:

{link}

Link töötab ühe korra ja lühikest aega. Kui sa seda ei küsinud, ära tee midagi: sinu parool jääb samaks.
""",
    "ro": """{house}: o parolă nouă
Bună, {name}!

Cu acest link îți alegi o parolă nouă:

{link}

Funcționează o singură dată și puțin timp. Dacă nu l-ai cerut, nu face nimic: parola ta rămâne aceeași.
""",
    "sv": """{house}: ett nytt lösenord
Hej {name}!

Med den här länken väljer du ett nytt lösenord:

{link}

Den fungerar en gång och inte länge. Om du inte bad om den, gör ingenting: ditt lösenord är oförändrat.
""",
}
_IN_USE: Final = {
    "en": """{house}: your address was used
Hello {name},

somebody registered with your address. You have an account here already, so the address was not used again.
If it was you, log in:

{link}

If not, you need do nothing.
""",
    "et": """{house}: sinu aadressi kasutati
Tere, {name}!

Keegi registreerus sinu e-posti aadressiga. Sul on siin juba konto, seega aadressi uuesti ei kasutatud.
Kui see olid sina, logi sisse:

{link}

Kui mitte, ei pea sa midagi tegema.
""",
    "ro": """{house}: adresa ta a fost folosită
Bună, {name}!

Cineva s-a înregistrat cu adresa ta de e-mail. Ai deja un cont aici, așa că adresa nu a fost folosită din nou.
Dacă ai fost tu, autentifică-te:

{link}

Dacă nu, nu trebuie să faci nimic.
""",
    "sv": """{house}: din adress användes
Hej {name}!

Någon har registrerat sig med din e-postadress. Du har redan ett konto här, så adressen användes inte igen.
Om det var du, logga in:

{link}

Annars behöver du inte göra något.
""",
}
_CONFIRM: Final = {
    "en": """{house}: is this your address?
Hello {name},

you gave this address for your account. With this link you confirm that it is yours:

{link}

It works for a week. If you did not make an account here, do nothing.
""",
    "et": """{house}: kas see on sinu aadress?
Tere, {name}!

Andsid oma kontole selle e-posti aadressi. Selle lingiga kinnitad, et see on sinu oma:

{link}

Link kehtib nädala. Kui sa siin kontot ei loonud, ära tee midagi.
""",
    "ro": """{house}: aceasta este adresa ta?
Bună, {name}!

Ai dat această adresă pentru contul tău. Cu acest link confirmi că este a ta:

{link}

Funcționează o săptămână. Dacă nu ți-ai făcut cont aici, nu face nimic.
""",
    "sv": """{house}: är det här din adress?
Hej {name}!

Du angav den här adressen för ditt konto. Med den här länken bekräftar du att den är din:

{link}

Den gäller i en vecka. Om du inte har skapat något konto här, gör ingenting.
""",
}
_KINDS: Final = {"password_reset": _RESET, "address_in_use": _IN_USE, "confirm_address": _CONFIRM}


def mail_template(kind: str, language: str, **values: str) -> tuple[str, str]:
    """The subject and text of a kind of e-mail; in English where the language is unknown."""
    texts = _KINDS[kind]
    subject, _, text = texts.get(language, texts["en"]).partition("\n")
    return subject.format(**values), text.format(**values)
