package api

import (
	"context"
	"encoding/json"
	"errors"

	"box2el-owl/api/contract"
	"box2el-owl/embed"
	"box2el-owl/jobs"
	"box2el-owl/suggest"
	"box2el-owl/workspace"
)

// kinds returns the kinds of jobs. At most one training, suggestion run or report runs at a time,
// because each of them uses all cores.
func (s *Server) kinds() []jobs.Kind {
	return []jobs.Kind{
		{Name: string(contract.JobKindClassification), AtOnce: 2, Run: runner(s, runClassification)},
		{Name: string(contract.JobKindTraining), Large: true, Run: runner(s, runTraining)},
		{Name: string(contract.JobKindRun), Large: true, Run: runner(s, runRun)},
		{Name: string(contract.JobKindReport), Large: true, Run: runner(s, runReport)},
	}
}

// runner returns the function of a kind of jobs: it finds the ontology of a job and decodes its
// payload, if it has one. The fields of a payload have the names of the contract.
func runner[P any](s *Server,
	run func(context.Context, *workspace.Ontology, P, jobs.Report) (any, error),
) func(context.Context, jobs.Job, jobs.Report) (any, error) {
	return func(ctx context.Context, job jobs.Job, report jobs.Report) (any, error) {
		o, err := s.workspace.Ontology(job.Ontology)
		if err != nil {
			return nil, err
		}
		var payload P
		if len(job.Payload) > 0 {
			if err := json.Unmarshal(job.Payload, &payload); err != nil {
				return nil, err
			}
		}
		return run(ctx, o, payload, report)
	}
}

func runClassification(
	ctx context.Context, o *workspace.Ontology, _ struct{}, report jobs.Report,
) (any, error) {
	if err := o.Classify(ctx, report.Progress); err != nil {
		return nil, err
	}
	status := o.Status()
	return map[string]any{
		"classes":       deref(status.Reasoner.Classes),
		"unsatisfiable": deref(status.Reasoner.Unsatisfiable), "state": status.Reasoner.State,
	}, nil
}

func runTraining(
	ctx context.Context, o *workspace.Ontology, t workspace.TrainOptions, report jobs.Report,
) (any, error) {
	step := func(p *embed.Point) { report.Note(lossEvent, lossPoint(p)) }
	if err := o.Train(ctx, t, report.Progress, step); err != nil {
		return nil, err
	}
	result := map[string]any{"state": o.Status().Suggestions.State}
	if m := o.Status().Suggestions.Model; m != nil {
		result["model"], result["steps"] = m.Architecture, m.Steps
	}
	return result, nil
}

func runRun(
	ctx context.Context, o *workspace.Ontology, r suggest.Request, report jobs.Report,
) (any, error) {
	run, err := o.Run(ctx, r, report.Progress)
	if err != nil {
		return nil, err
	}
	return map[string]any{"run": run.ID, "found": run.Found}, nil
}

// Train submits a training.
func (s *Server) Train(
	_ context.Context, r contract.TrainRequestObject,
) (contract.TrainResponseObject, error) {
	accepted, err := s.submit(contract.JobKindTraining, r.Id, r.Body)
	return contract.Train202JSONResponse{AcceptedJSONResponse: accepted}, err
}

// StartRun submits a suggestion run.
func (s *Server) StartRun(
	_ context.Context, r contract.StartRunRequestObject,
) (contract.StartRunResponseObject, error) {
	accepted, err := s.submit(contract.JobKindRun, r.Id, r.Body)
	return contract.StartRun202JSONResponse{AcceptedJSONResponse: accepted}, err
}

// ListJobs lists jobs, the latest first. A cursor is the id of the last job of the previous page.
func (s *Server) ListJobs(
	ctx context.Context, r contract.ListJobsRequestObject,
) (contract.ListJobsResponseObject, error) {
	limit := limitOf(r.Params.Limit)
	list, err := s.queue.Jobs(jobs.Filter{
		State: jobs.State(deref(r.Params.State)), Ontology: deref(r.Params.Ontology),
		Before: deref(r.Params.Cursor), Limit: limit + 1,
	})
	if errors.Is(err, jobs.ErrUnknown) {
		return nil, workspace.ErrStaleCursor
	}
	if err != nil {
		return nil, err
	}
	page := contract.ListJobs200JSONResponse{Items: list[:min(len(list), limit)]}
	if len(list) > limit {
		page.Next = &page.Items[limit-1].ID
	}
	return page, nil
}

// GetJob returns a job.
func (s *Server) GetJob(
	ctx context.Context, r contract.GetJobRequestObject,
) (contract.GetJobResponseObject, error) {
	job, err := s.queue.Job(r.Job)
	return contract.GetJob200JSONResponse(job), err
}

// CancelJob cancels a job.
func (s *Server) CancelJob(
	ctx context.Context, r contract.CancelJobRequestObject,
) (contract.CancelJobResponseObject, error) {
	job, err := s.queue.Cancel(ctx, r.Job)
	return contract.CancelJob200JSONResponse(job), err
}

// Classify submits a classification.
func (s *Server) Classify(
	_ context.Context, r contract.ClassifyRequestObject,
) (contract.ClassifyResponseObject, error) {
	accepted, err := s.submit(contract.JobKindClassification, r.Id, nil)
	return contract.Classify202JSONResponse{AcceptedJSONResponse: accepted}, err
}

// submit adds a job for an ontology to the queue.
func (s *Server) submit(
	kind contract.JobKind, ontology string, payload any,
) (accepted contract.AcceptedJSONResponse, err error) {
	if _, err := s.workspace.Ontology(ontology); err != nil {
		return accepted, err
	}
	job, err := s.queue.Submit(string(kind), ontology, payload)
	if err != nil {
		return accepted, err
	}
	place := basePath + "/jobs/" + job.ID
	return contract.AcceptedJSONResponse{
		Body: job, Headers: contract.AcceptedResponseHeaders{Location: &place},
	}, nil
}
