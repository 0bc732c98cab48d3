package api

import (
	"context"
	"net"
	"net/url"
	"strings"
	"time"

	"box2el-owl/api/contract"
)

// CreateTicket creates a ticket: a one-time login token for a browser.
func (s *Server) CreateTicket(
	context.Context, contract.CreateTicketRequestObject,
) (contract.CreateTicketResponseObject, error) {
	expires := time.Now().Add(ticketLifetime)
	ticket := s.tickets.give(expires)
	return contract.CreateTicket201JSONResponse{
		Ticket: ticket, Url: s.ticketURL(ticket), Expires: expires.UTC(),
	}, nil
}

// ticketURL returns the address of a ticket, also for users of other machines.
func (s *Server) ticketURL(ticket string) string {
	address := s.URL()
	if s.hosts.public != "" {
		address = s.hosts.scheme + "://" + net.JoinHostPort(s.hosts.public, s.hosts.port)
	}
	return address + basePath + "/session?ticket=" + url.QueryEscape(ticket)
}

// OpenSession redeems a ticket, sets the cookie, and redirects to the page.
func (s *Server) OpenSession(
	_ context.Context, r contract.OpenSessionRequestObject,
) (contract.OpenSessionResponseObject, error) {
	if !s.tickets.has(r.Params.Ticket, true) {
		return nil, problemOf(401, "no-ticket",
			"This sign-in link was already used or has expired. Run box2el-owl open again.")
	}
	place := "/"
	if to := strings.TrimPrefix(deref(r.Params.To), "#"); to != "" {
		fragment := url.URL{Path: "/", Fragment: to}
		if plain, err := url.PathUnescape(to); err == nil {
			// IRIs in the fragment are already escaped
			fragment.Fragment, fragment.RawFragment = plain, to
		}
		place = fragment.String()
	}
	cookie := s.cookie(s.sessions.give(time.Time{})).String()
	headers := contract.OpenSession303ResponseHeaders{Location: &place, SetCookie: &cookie}
	return contract.OpenSession303Response{Headers: headers}, nil
}
